import Foundation
import MarketCore
import MarketImages
import Testing

/// Uploads that are named pipes keep a worker busy for as long as the test wants: opening one waits for a writer.
@Suite(.timeLimit(.minutes(30))) struct WaitingTests {
    let folder: TemporaryFolder
    let processor: VipsImageProcessor
    var pipe: UploadedImage { UploadedImage(path: folder.path + "/pipe", byteCount: 1) }

    init() throws {
        folder = try TemporaryFolder()
        processor = try VipsImageProcessor(workerCount: 2)
        #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
    }

    @Test func noMoreImagesAreDecodedAtOnceThanThereAreWorkers() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<12 as Range<UInt32> {
                group.addTask {
                    await #expect(throws: ImageError.self) { try await processor.process(pipe, for: .ipv4(number)) }
                }
            }
            while processor.load != .init(running: 2, waiting: 10) { await Task.yield() }
            await release()
            try await group.waitForAll()
        }
        #expect(processor.load == .init(running: 0, waiting: 0))
    }

    /// However many images a client sends, and however long they take, another client's is decoded meanwhile.
    @Test func oneClientLeavesAWorkerToOthers() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<12 {
                group.addTask {
                    await #expect(throws: ImageError.self) { try await processor.process(pipe, for: .ipv4(1)) }
                }
            }
            while processor.load.waiting < 11 { await Task.yield() }
            _ = try await processor.process(photo: "noisy.jpg")
            #expect(processor.load == .init(running: 1, waiting: 11))
            await release()
            try await group.waitForAll()
        }
    }

    @Test func waitingImageLeavesTheLineWhenItsCallerIsCancelled() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<2 as Range<UInt32> {
                group.addTask {
                    await #expect(throws: ImageError.self) { try await processor.process(pipe, for: .ipv4(number)) }
                }
            }
            while processor.load.running < 2 { await Task.yield() }
            let waiting = Task { try await processor.process(photo: "noisy.jpg") }
            while processor.load.waiting < 1 { await Task.yield() }
            waiting.cancel()
            // Both workers are still busy: only leaving the queue can end this.
            await #expect(throws: ImageError.self) { try await waiting.value }
            #expect(processor.load == .init(running: 2, waiting: 0))
            await release()
            try await group.waitForAll()
        }
    }

    /// Opens the pipe once for each worker that waits for it.
    private func release() async {
        let path = folder.path + "/pipe"
        while processor.load.running > 0 {
            // Fails while no reader waits at the other end, as happens briefly between two jobs.
            let descriptor = open(path, O_WRONLY | O_NONBLOCK)
            if descriptor >= 0 { close(descriptor) }
            await Task.yield()
        }
    }
}
