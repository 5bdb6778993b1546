import Foundation
public import Logging
import NIOCore
public import NIOSSL
public import ServiceLifecycle
import Synchronization

/// The server's certificate and key, read anew when their files change, so that a renewed certificate needs no restart.
///
/// Connections that are open keep what they began with. Files that can't be read or don't fit together are reported and
/// passed over: the last good pair stays in use.
public final class CertificateFiles: Service, Sendable {
    private struct Pair: Sendable {
        let chain: [NIOSSLCertificateSource]
        let key: NIOSSLPrivateKeySource
    }

    /// What tells that a file is another than before.
    private struct Stamp: Hashable {
        let inode: UInt64?
        let modifiedAt: Date?
        let byteCount: UInt64?
    }

    private let settings: ServerSettings.TLS
    private let interval: Duration
    private let logger: Logger
    private let pair: Mutex<Pair>

    /// - Parameter interval: how often the files are looked at.
    /// - Throws: a ``ServerSettings/Problem`` that names the file that can't be used.
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

    /// The configuration with which the server listens: every handshake asks for the pair of the moment.
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
            // Making a context is what finds out whether the two fit together.
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
