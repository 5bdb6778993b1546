import Foundation
import MarketCore
import MarketImages
import Testing

/// Decoding in real child processes, of the program that the package builds.
@Suite(.timeLimit(.minutes(30))) struct ImageWorkerTests {
    /// The path of the program, which is built into the same folder as this test bundle.
    static var executable: String {
        Bundle.module.bundleURL.deletingLastPathComponent().appending(path: "openmarket").path
    }

    static func workers(_ limits: ImageWorkerPool.Limits = .init()) -> ImageWorkerPool {
        var limits = limits
        // Tests end them themselves.
        limits.idleTime = .seconds(600)
        return ImageWorkerPool(executable: executable, limits: limits)
    }

    /// Returns a pool whose worker is a shell script that responds as a worker does, up to a point.
    private static func shell(_ script: String) -> ImageWorkerPool {
        let greeting = "exec 3>&0; printf '\\001\\000\\000\\000\\127\\120\\115\\117' >&3; "
        return ImageWorkerPool(executable: "/bin/sh", arguments: ["sh", "-c", greeting + script])
    }

    static func processor(_ workers: ImageWorkerPool) throws -> VipsImageProcessor {
        try VipsImageProcessor(workerCount: 1, workers: workers)
    }

    // MARK: Results

    @Test func workersMakeTheSameImages() async throws {
        let workers = Self.workers()
        let processor = try Self.processor(workers)
        let inProcess = try VipsImageProcessor(workerCount: 1)
        for name in [
            "noisy.jpg", "progressive.jpg", "orientation-6.jpg", "cmyk-profile.jpg", "large.jpg", "palette.png",
            "orientation-6.png", "rgb16.png", "animated.gif", "alpha.webp", "photo.heic", "phone.heic", "alpha.heic",
        ] {
            let expected = try await inProcess.process(photo: name)
            #expect(try await processor.process(photo: name) == expected, "\(name)")
        }
        #expect(workers.statistics.started == 1)
        #expect(workers.statistics.lost == 0)
    }

    @Test func workersRefuseForTheSameReasons() async throws {
        let processor = try Self.processor(Self.workers())
        let inProcess = try VipsImageProcessor(workerCount: 1)
        let files = [
            [], Array("GIF88a".utf8), try Photo.bytes("bomb.png"), try Photo.bytes("many-scans.jpg"),
            PNGFile(width: 10_000_000, height: 5, depth: 16, .rgba).bytes,
            Array(try Photo.bytes("noisy.jpg").prefix(5000)),
            JPEGFile(width: 8, height: 8, scans: [1], segments: Array(repeating: (0xE2, [0]), count: 2000)).bytes,
        ]
        for file in files {
            var expected: ImageError?
            do { _ = try await inProcess.process(bytes: file) } catch { expected = error as? ImageError }
            let reason = try #require(expected)
            await #expect(throws: reason) { try await processor.process(bytes: file) }
        }
    }

    // MARK: Memory

    /// Files of a few kilobytes that took from 800 MB to gigabytes. An idle worker takes about 40 MB, and a debug build
    /// a little more.
    @Test func costlyFilesTakeNoMemory() async throws {
        let workers = Self.workers()
        let processor = try Self.processor(workers)
        func peak(_ bytes: [UInt8]) async -> Int {
            _ = try? await processor.process(bytes: bytes)
            return workers.statistics.peakByteCount
        }
        let start = await peak(PNGFile(width: 8, height: 8).bytes)
        #expect(start > 1_000_000)
        let text = (name: "zTXt", body: Array("k\0\0".utf8) + ZeroBytes.deflated(7_900_000))
        var small = try HEIFFile.hevc()
        small.insertParameterSet(width: 16_000, height: 8000)
        (small.width, small.height) = (64, 64)
        let files = [
            PNGFile(width: 10_000_000, height: 5, depth: 16, .rgba).bytes,
            PNGFile(width: 8, height: 8, ancillary: Array(repeating: text, count: 20)).bytes,
            small.bytes,
        ]
        for file in files {
            let taken = await peak(file) - start
            #expect(taken < 50_000_000)
        }
        #expect(workers.statistics.lost == 0)
    }

    @Test func decoderThatTakesMoreThanItsShareIsRefused() async throws {
        var limits = ImageWorkerPool.Limits()
        // 30 MB on top of what is in use. An interlaced PNG is held completely, and this one takes 36 MB.
        limits.memoryMargin = -130_000_000
        let processor = try Self.processor(Self.workers(limits))
        let large = PNGFile(width: 3000, height: 3000, .rgba, isInterlaced: true)
        await #expect(throws: ImageError.self) { try await processor.process(bytes: large.bytes) }
        let image = try await processor.process(photo: "one.jpg")
        #expect(image.width == 1)
    }

    // MARK: Lost workers

    @Test func deadlineRefusesOneImage() async throws {
        var limits = ImageWorkerPool.Limits()
        limits.deadline = .zero
        let workers = Self.workers(limits)
        let processor = try Self.processor(workers)
        for count in 1...2 {
            await #expect(throws: ImageError.tooCostly) { try await processor.process(photo: "noisy.jpg") }
            #expect(workers.statistics.started == count)
            #expect(workers.statistics.lost == count)
        }
        #expect(workers.idleProcesses.isEmpty)
    }

    @Test(arguments: [
        "head -c 32 >/dev/null", "head -c 24 >/dev/null; kill -SEGV $$", "kill -KILL $$",
        "head -c 88 /dev/zero | tr '\\000' x >&3; cat >/dev/null",
    ])
    func workerThatIsLostIsOneRefusedImage(script: String) async throws {
        let workers = Self.shell(script)
        await #expect {
            try await Self.processor(workers).process(photo: "noisy.jpg")
        } throws: { error in
            // A worker that never received the image says nothing about it.
            if case ImageError.failed = error { return script.hasPrefix("kill") }
            return error as? ImageError == .tooCostly
        }
        #expect(workers.idleProcesses.isEmpty)
    }

    @Test func workerThatWasKilledWhileItWaitedIsReplaced() async throws {
        let workers = Self.workers()
        let processor = try Self.processor(workers)
        let image = try await processor.process(photo: "noisy.jpg")
        let process = try #require(workers.idleProcesses.first)
        kill(process, SIGKILL)
        // Until the system has closed its end of the socket.
        while !Self.isDead(process) { await Task.yield() }
        #expect(try await processor.process(photo: "noisy.jpg") == image)
        #expect(workers.statistics.started == 2)
        #expect(workers.statistics.lost == 0)
    }

    /// Killed, but not dead yet, so that its socket still takes an image.
    @Test func imageWhoseWorkerIsKilledMeanwhileGetsAnother() async throws {
        let workers = Self.workers()
        let processor = try Self.processor(workers)
        let image = try await processor.process(photo: "noisy.jpg")
        let process = try #require(workers.idleProcesses.first)
        kill(process, SIGSTOP)
        async let again = processor.process(photo: "noisy.jpg")
        while !workers.idleProcesses.isEmpty { await Task.yield() }
        kill(process, SIGKILL)
        #expect(try await again == image)
        #expect(workers.statistics.started == 2)
    }

    /// As a service manager that stops the server tells its workers, too.
    @Test func imageWhoseWorkerIsToldToStopIsFinished() async throws {
        let workers = Self.workers()
        let processor = try Self.processor(workers)
        let image = try await processor.process(photo: "noisy.jpg")
        let process = try #require(workers.idleProcesses.first)
        kill(process, SIGSTOP)
        async let again = processor.process(photo: "noisy.jpg")
        while !workers.idleProcesses.isEmpty { await Task.yield() }
        kill(process, SIGTERM)
        kill(process, SIGCONT)
        #expect(try await again == image)
        #expect(workers.statistics.started == 1)
    }

    @Test func workersEndWithTheirParentProcess() async throws {
        var workers: ImageWorkerPool? = Self.workers()
        var processor: VipsImageProcessor? = try Self.processor(try #require(workers))
        _ = try await processor?.process(photo: "noisy.jpg")
        let process = try #require(workers?.idleProcesses.first)
        processor = nil
        workers = nil
        while kill(process, 0) == 0 { await Task.yield() }
        #expect(errno == ESRCH)
    }

    @Test func programThatIsNoWorkerIsTheServersFault() async throws {
        for executable in ["/bin/false", "/nowhere/openmarket"] {
            let workers = ImageWorkerPool(executable: executable)
            await #expect {
                try await Self.processor(workers).process(photo: "noisy.jpg")
            } throws: { error in
                if case ImageError.failed = error { true } else { false }
            }
        }
    }

    @Test func workerIsReplacedAfterSoManyImages() async throws {
        var limits = ImageWorkerPool.Limits()
        limits.imagesPerProcess = 2
        let workers = Self.workers(limits)
        let processor = try Self.processor(workers)
        for _ in 0..<5 { _ = try await processor.process(photo: "one.jpg") }
        #expect(workers.statistics.started == 3)
    }

    // MARK: Confinement

    #if os(Linux)
    @Test func workerHasNothingButItsSocket() async throws {
        let secret = "MARKET_TEST_SECRET"
        setenv(secret, "x", 1)
        let workers = Self.workers()
        _ = try await Self.processor(workers).process(photo: "photo.heic")
        let process = try #require(workers.idleProcesses.first)
        func text(_ name: String) throws -> String {
            String(decoding: try Data(contentsOf: URL(filePath: "/proc/\(process)/\(name)")), as: UTF8.self)
        }
        func line(_ name: String, in file: String) throws -> [Substring] {
            let line = try #require(try text(file).split(separator: "\n").first { $0.hasPrefix(name) })
            return line.dropFirst(name.count).split(whereSeparator: \.isWhitespace)
        }
        // A system call filter is active, and starting another program can't remove it.
        #expect(try line("Seccomp:", in: "status").joined() == "2")
        #expect(try line("NoNewPrivs:", in: "status").joined() == "1")
        #expect(try line("Max core file size", in: "limits").first == "0")
        #expect(try line("Max file size", in: "limits").first == "0")
        #expect(try line("Max cpu time", in: "limits").first != "unlimited")
        #expect(try line("Max data size", in: "limits").first != "unlimited")
        #expect(try !text("environ").contains(secret))
        #expect(try text("oom_score_adj") == "1000\n")
        // The socket, the pipe for refused calls, /dev/null, and its status file; any others may only be event queues of the process.
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")
        let targets = try descriptors.sorted().map {
            try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/fd/\($0)")
        }.filter { !$0.hasPrefix("anon_inode:[event") && $0 != "anon_inode:[timerfd]" }
        #expect(targets.count == 4, "\(targets)")
        #expect(targets.count { $0.hasPrefix("socket:") } == 1)
        #expect(targets.count { $0.hasPrefix("pipe:") } == 1)
        #expect(targets.count { $0 == "/dev/null" } == 1)
        #expect(targets.count { $0.hasSuffix("/status") } == 1)
    }
    #endif

    /// Returns whether the process is gone, or a zombie that hasn't been reaped yet.
    private static func isDead(_ process: Int32) -> Bool {
        var information = siginfo_t()
        return waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) != 0
            || information.si_signo != 0
    }
}
