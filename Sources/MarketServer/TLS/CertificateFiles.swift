import Foundation
public import Logging
import NIOCore
public import NIOSSL
public import ServiceLifecycle
import Synchronization

/// The server's certificate and key, which are reloaded when their files change, so that a renewed certificate needs no
/// restart.
///
/// Open connections keep their certificate. Files that can't be read or don't match are logged and ignored: the last
/// valid pair stays in use.
public final class CertificateFiles: Service, Sendable {
    private struct Pair: Sendable {
        let chain: [NIOSSLCertificateSource]
        let key: NIOSSLPrivateKeySource
    }

    /// The attributes that identify a version of a file.
    private struct Stamp: Hashable {
        let inode: UInt64?
        let modifiedAt: Date?
        let byteCount: UInt64?
    }

    private let settings: ServerSettings.TLS
    private let interval: Duration
    private let logger: Logger
    private let pair: Mutex<Pair>

    /// - Parameter interval: the interval at which the files are checked.
    /// - Throws: A ``ServerSettings/Problem`` that names the unusable file.
    public init(
        _ settings: ServerSettings.TLS,
        interval: Duration = .seconds(10),
        logger: Logger
    ) throws(ServerSettings.Problem) {
        self.settings = settings
        self.interval = interval
        self.logger = logger
        pair = Mutex(try Self.read(settings))
    }

    /// Creates the listener's TLS configuration, in which every handshake uses the current pair.
    public func makeConfiguration() -> TLSConfiguration {
        let first = pair.withLock { $0 }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: first.chain,
            privateKey: first.key
        )
        configuration.minimumTLSVersion = .tlsv12
        configuration.sslContextCallback = { [self] _, promise in
            let current = pair.withLock { $0 }
            var change = NIOSSLContextConfigurationOverride()
            change.certificateChain = current.chain
            change.privateKey = current.key
            promise.succeed(change)
        }
        return configuration
    }

    public func run() async throws {
        var seen = Self.stamps(settings)
        while !Task.isShuttingDownGracefully {
            try? await cancelWhenGracefulShutdown { [interval] in try await Task.sleep(for: interval) }
            if Task.isCancelled { return }
            let now = Self.stamps(settings)
            guard now != seen else { continue }
            seen = now
            do {
                let new = try Self.read(settings)
                pair.withLock { $0 = new }
                logger.notice("certificate reloaded", metadata: ["file": "\(settings.certificatePath)"])
            } catch {
                logger.error("new certificate can't be used; keeping the old one", metadata: ["reason": "\(error)"])
            }
        }
    }

    private static func read(_ settings: ServerSettings.TLS) throws(ServerSettings.Problem) -> Pair {
        let chain: [NIOSSLCertificate]
        do {
            chain = try NIOSSLCertificate.fromPEMFile(settings.certificatePath)
        } catch {
            throw ServerSettings.Problem(
                description: "Can't read the certificate file \(settings.certificatePath) as PEM: \(error)."
            )
        }
        let key: NIOSSLPrivateKey
        do {
            key = try NIOSSLPrivateKey(file: settings.keyPath, format: .pem)
        } catch {
            throw ServerSettings.Problem(
                description: "Can't read the key file \(settings.keyPath) as PEM: \(error)."
            )
        }
        let pair = Pair(chain: chain.map { .certificate($0) }, key: .privateKey(key))
        do {
            // Creating a context verifies that the key belongs to the certificate.
            _ = try NIOSSLContext(
                configuration: .makeServerConfiguration(certificateChain: pair.chain, privateKey: pair.key)
            )
        } catch {
            throw ServerSettings.Problem(
                description: "The key in \(settings.keyPath) doesn't belong to \(settings.certificatePath)."
            )
        }
        return pair
    }

    private static func stamps(_ settings: ServerSettings.TLS) -> [Stamp?] {
        [settings.certificatePath, settings.keyPath].map { path in
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
            return Stamp(
                inode: (attributes[.systemFileNumber] as? NSNumber)?.uint64Value,
                modifiedAt: attributes[.modificationDate] as? Date,
                byteCount: (attributes[.size] as? NSNumber)?.uint64Value
            )
        }
    }
}
