import Foundation
import MarketClient
import MarketModels
import Synchronization
import Testing

/// Shuts a system down at the end of a test.
final class Device: Sendable {
    let system: UploadingSystem

    init(system: UploadingSystem) {
        self.system = system
    }

    deinit { system.shutDown() }
}

/// A system that keeps the uploads of an app, whose processes come and go. The test decides how they end.
final class UploadingSystem: SystemUploads {
    struct Begun: Sendable {
        let request: ClientRequest
        let file: URL
        let name: String
    }

    private struct State {
        var running: [Begun] = []
        var begun: [Begun] = []
        /// What the processes are told with, the latest last.
        var processes: [@Sendable (String, UploadEvent) -> Void] = []
    }

    let folder: URL
    private let state = Mutex(State())

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "uploads-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Ends all processes, so that none of their tasks stays, and deletes the folder.
    func shutDown() {
        let (processes, begun) = state.withLock { ($0.processes, $0.begun) }
        for receive in processes {
            for upload in begun { receive(upload.name, .ended(.failure(.cancelled))) }
        }
        try? FileManager.default.removeItem(at: folder)
    }

    /// Returns the client of a new process. What happens from now on is told to it.
    func launch(_ base: ScriptedTransport) -> MarketAPIClient {
        let transport = UploadTransport(base, folder: folder) { receive in
            state.withLock { $0.processes.append(receive) }
            return self
        }
        return MarketAPIClient(
            MarketAPIClient.Configuration(
                baseURL: URL(string: "https://market.example") ?? folder,
                transport: transport,
                identifier: VendorIdentifier("a-seller"),
                retry: .none,
                temporaryFolder: folder
            )
        )
    }

    /// The files of forms and responses.
    var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] }
    /// How many uploads were ever begun.
    var begunCount: Int { state.withLock { $0.begun.count } }

    /// Returns an upload, waiting for it if necessary.
    func upload(_ number: Int = 1) async throws -> Begun {
        try await wait { $0.begunCount >= number }
        return state.withLock { $0.begun[number - 1] }
    }

    /// Lets other tasks run until a condition holds.
    func wait(until condition: (UploadingSystem) -> Bool) async throws {
        repeat {
            try Task.checkCancellation()
            await Task.yield()
        } while !condition(self)
    }

    func tell(_ event: UploadEvent, of upload: Begun) {
        state.withLock { $0.processes.last }?(upload.name, event)
    }

    /// Ends an upload with a response whose body comes in pieces.
    func answer(_ upload: Begun, _ text: String, status: Int = 200, headers: [String: String] = [:]) {
        let body = Data(text.utf8)
        for start in stride(from: 0, to: body.count, by: 100) {
            tell(.received(body[start..<min(start + 100, body.count)]), of: upload)
        }
        end(upload, .success(ClientResponse(status: status, headers: headers)))
    }

    func end(_ upload: Begun, _ result: Result<ClientResponse, TransportError>) {
        state.withLock { $0.running.removeAll { $0.name == upload.name } }
        tell(.ended(result), of: upload)
    }

    // MARK: SystemUploads

    func begin(_ request: ClientRequest, from file: URL, named name: String) {
        let upload = Begun(request: request, file: file, name: name)
        state.withLock { state in
            state.running.append(upload)
            state.begun.append(upload)
        }
    }

    func running() async -> [String] { state.withLock { $0.running.map(\.name) } }

    func cancel(_ name: String) {
        guard let upload = state.withLock({ $0.running.first { $0.name == name } }) else { return }
        end(upload, .failure(.cancelled))
    }
}
