#if os(Linux)
import Foundation
import MarketCore
import MarketImages
import Synchronization
import Testing

/// What a decoder can do once somebody has taken it over, and what it can't, in real child processes.
@Suite(.timeLimit(.minutes(30))) struct ConfinementTests {
    /// What a pool of workers wrote to the log.
    private final class Log: Sendable {
        private let lines = Mutex<[String]>([])

        var all: [String] { lines.withLock { $0 } }

        func write(_ problem: String, _ reason: String?) {
            lines.withLock { $0.append([problem, reason].compactMap(\.self).joined(separator: ": ")) }
        }

        /// Returns what follows a text in the line that has it.
        func text(after start: String) -> String? {
            all.first { $0.contains(start) }?.components(separatedBy: start).last
        }
    }

    private static let refusal = "an image worker was refused system calls: "

    /// Compiles a program of the folder Programs.
    private static func compile(_ name: String, into folder: TemporaryFolder, _ options: String...) throws -> String {
        let source = try #require(Bundle.module.url(forResource: "Programs/\(name)", withExtension: "c"))
        let result = folder.path + "/" + name
        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.arguments = ["cc", "-w"] + options + ["-o", result, source.path]
        try compiler.run()
        compiler.waitUntilExit()
        try #require(compiler.terminationStatus == 0)
        return result
    }

    /// Returns a pool of real workers in which a library does what an attacker would.
    private static func takenOver(
        _ variables: String...,
        in folder: TemporaryFolder,
        _ log: Log
    ) throws -> ImageWorkerPool {
        let library = try compile("taken-over", into: folder, "-shared", "-fPIC")
        let command = [ImageWorkerTests.executable] + ImageWorkerPool.decodingArguments.dropFirst()
        return ImageWorkerPool(
            executable: "/usr/bin/env",
            arguments: ["env", "LD_PRELOAD=\(library)"] + variables + command
        ) { log.write($0, $1) }
    }

    // MARK: Getting out

    @Test func workerThatWasTakenOverReachesNothing() async throws {
        let (folder, log) = (try TemporaryFolder(), Log())
        let workers = try Self.takenOver(in: folder, log)
        let processor = try VipsImageProcessor(workerCount: 1, workers: workers)
        await #expect(throws: ImageError.tooCostly) { try await processor.process(photo: "noisy.jpg") }
        let outcomes = try #require(log.text(after: "could not decode an image: ")).split(separator: " ")
        #expect(outcomes.count == 33)
        // Each fails with EPERM, and is named in the log.
        #expect(outcomes.filter { !$0.hasSuffix("=\(EPERM)") } == [])
        let calls = try #require(log.text(after: Self.refusal)).components(separatedBy: ", ")
        #expect(Set(calls) == Set(outcomes.map { $0.prefix { $0 != "=" } }.map(String.init)))
        #expect(calls.count == Set(calls).count)
    }

    /// A thread of libdispatch that couldn't set its priority would write to the system's log, which is refused, too.
    @Test func threadThatStartsLateIsRefusedNothingThatIsLogged() async throws {
        let (folder, log) = (try TemporaryFolder(), Log())
        let workers = try Self.takenOver("TAKEN_OVER=late", in: folder, log)
        let processor = try VipsImageProcessor(workerCount: 1, workers: workers)
        await #expect(throws: ImageError.tooCostly) { try await processor.process(photo: "noisy.jpg") }
        #expect(log.all == ["an image worker could not decode an image: setpriority=0 openat=\(EPERM) "])
    }

    #if arch(x86_64)
    /// Their numbers mean something else.
    @Test(arguments: ["x32", "i386"])
    func callOfAnotherArchitectureEndsTheWorker(_ way: String) async throws {
        let (folder, log) = (try TemporaryFolder(), Log())
        let workers = try Self.takenOver("TAKEN_OVER=\(way)", in: folder, log)
        let processor = try VipsImageProcessor(workerCount: 1, workers: workers)
        await #expect(throws: ImageError.tooCostly) { try await processor.process(photo: "noisy.jpg") }
        #expect(log.all == ["an image worker was lost: its process has ended, signal \(SIGSYS)"])
    }
    #endif

    // MARK: Working

    @Test func everyImageIsDecodedWithoutARefusedCall() async throws {
        let log = Log()
        let workers = ImageWorkerPool(executable: ImageWorkerTests.executable) { log.write($0, $1) }
        let processor = try VipsImageProcessor(workerCount: 1, workers: workers)
        let inProcess = try VipsImageProcessor(workerCount: 1)
        var formats: Set<String> = []
        for file in try FileManager.default.contentsOfDirectory(atPath: Photo.path("")).sorted() {
            let expected = await Self.outcome(of: file, inProcess)
            let outcome = await Self.outcome(of: file, processor)
            #expect(outcome.image == expected.image, "\(file)")
            // With less memory, a decoder may give up before it says how large the image is.
            #expect((outcome.error == nil) == (expected.error == nil), "\(file)")
            if outcome.image != nil { formats.insert(URL(filePath: file).pathExtension) }
        }
        #expect(formats.isSuperset(of: ["jpg", "png", "gif", "webp", "heic"]))
        #expect(workers.statistics.lost == 0)
        #expect(workers.sandbox == .active)
        #expect(log.all == [])
    }

    private struct Outcome: Equatable {
        var image: ProcessedImage?
        var error: ImageError?
    }

    private static func outcome(of photo: String, _ processor: VipsImageProcessor) async -> Outcome {
        do {
            return Outcome(image: try await processor.process(photo: photo))
        } catch {
            return Outcome(error: error as? ImageError)
        }
    }

    // MARK: Systems without a filter

    @Test func workerThatCannotBeConfinedWorksAndIsReported() async throws {
        let (folder, log) = (try TemporaryFolder(), Log())
        let wrapper = try Self.compile("without-seccomp", into: folder)
        let command = [ImageWorkerTests.executable] + ImageWorkerPool.decodingArguments.dropFirst()
        let workers = ImageWorkerPool(executable: wrapper, arguments: [wrapper] + command) { log.write($0, $1) }
        let processor = try VipsImageProcessor(workerCount: 1, workers: workers)
        #expect(processor.sandbox == nil)
        await processor.startWorker()
        #expect(processor.sandbox == ImageSandbox.none)
        #expect(log.all.count == 1)
        #expect(log.all.first?.hasPrefix("image workers run without a filter for system calls") == true)
        let image = try await processor.process(photo: "noisy.jpg")
        #expect(image.width == 320)
        // The process that was started before there was work.
        #expect(workers.statistics.started == 1)
        workers.endIdle()
        _ = try await processor.process(photo: "noisy.jpg")
        #expect(log.all.count == 1)
    }

    @Test func workerThatCannotBeStartedIsReportedBeforeThereIsWork() async throws {
        let log = Log()
        let workers = ImageWorkerPool(executable: "/nowhere/openmarket") { log.write($0, $1) }
        let processor = try VipsImageProcessor(workerCount: 1, workers: workers)
        await processor.startWorker()
        #expect(processor.sandbox == nil)
        #expect(log.all.count == 1)
        #expect(log.all.first?.hasPrefix("no image worker can be started") == true)
    }
}
#endif
