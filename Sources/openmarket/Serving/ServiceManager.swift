import Foundation
import MarketCore
import ServiceLifecycle
import Synchronization

/// A service manager, such as systemd, that wants to be told when this process is ready (sd_notify(3)).
struct ServiceManager {
    enum State: String {
        case ready = "READY=1"
        case stopping = "STOPPING=1"
    }

    private let address: sockaddr_un
    private let length: socklen_t

    /// Nil if nobody wants to be told, or if the variable names no socket.
    init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
        guard let path = environment["NOTIFY_SOCKET"], path.hasPrefix("/") || path.hasPrefix("@") else { return nil }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        // A name in the abstract namespace begins with a zero.
        if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        self.address = address
        length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    }

    /// Tells the manager. One that isn't there any more isn't missed.
    func tell(_ state: State) {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        _ = withUnsafePointer(to: address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                Array(state.rawValue.utf8).withUnsafeBytes {
                    sendto(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL), address, length)
                }
            }
        }
    }
}

/// A service that tells the service manager when this server is ready, so that whoever restarts one server after the other
/// waits for each of them.
struct ReadinessNotice: Service {
    private static let interval = Duration.milliseconds(250)

    let manager: ServiceManager
    /// Has an element once all listeners are open.
    let opening: AsyncStream<Void>
    let check: CheckReadiness

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in opening { break }
            while !Task.isCancelled {
                if await check().isReady { return manager.tell(.ready) }
                try? await Task.sleep(for: Self.interval)
            }
        }
        try await gracefulShutdown()
        manager.tell(.stopping)
    }
}
