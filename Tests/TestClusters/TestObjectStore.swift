internal import Foundation
internal import Synchronization

/// An object store that a test process started: OpenStack Swift with its S3 API, which checks signatures.
public final class TestObjectStore: Sendable {
    public static let accessKey = "market:tester"
    public static let secretKey = "testing"

    /// The port on 127.0.0.1.
    public let port: Int
    private let bucketCount = Atomic<Int>(0)
    private let process: TestProcess

    /// The store of this process. It is started at the first use and ends together with the process.
    public static func shared() async throws -> TestObjectStore { try await start.value }

    private static let start = Task { try TestObjectStore() }

    private init() throws {
        // Debian's Python, which has Debian's Swift.
        process = try TestProcess("The object store", "/usr/bin/python3", "object_store.py")
        guard let port = Int(process.line) else {
            throw TestClusterError(text: "the object store could not be started")
        }
        self.port = port
    }

    /// Returns a name that no other bucket of this process has.
    public func newBucketName() -> String {
        "test-\(bucketCount.add(1, ordering: .relaxed).newValue)"
    }

    /// Makes requests to a bucket fail; `object_store.py` has the kinds.
    ///
    /// - Parameters:
    ///   - kind: the status or, in quotation marks, the name of a fault.
    ///   - count: how many requests fail; nil for all.
    public func fault(_ bucket: String, _ kind: String, count: Int? = nil, methods: [String]) async throws {
        let names = methods.map { "\"\($0)\"" }.joined(separator: ",")
        let number = count.map(String.init) ?? "null"
        _ = try await send(
            "POST",
            "/_faults",
            #"{"bucket":"\#(bucket)","kind":\#(kind),"count":\#(number),"methods":[\#(names)]}"#
        )
    }

    /// Ends all faults of a bucket.
    public func clearFaults(_ bucket: String) async throws { _ = try await send("DELETE", "/_faults?bucket=\(bucket)") }

    /// Returns how many requests a bucket has got, by method.
    public func counts(_ bucket: String) async throws -> [String: Int] {
        try JSONDecoder().decode([String: Int].self, from: try await send("GET", "/_faults?bucket=\(bucket)"))
    }

    private func send(_ method: String, _ path: String, _ body: String? = nil) async throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
        process.arguments =
            ["-sS", "-X", method, "http://127.0.0.1:\(port)\(path)"] + (body.map { ["--data-binary", $0] } ?? [])
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw TestClusterError(text: "the object store: curl failed") }
        return data
    }
}
