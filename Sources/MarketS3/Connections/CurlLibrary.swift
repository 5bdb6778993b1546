internal import CCurl
internal import Foundation
internal import MarketCore

extension CurlConnection {
    /// What has to be done once, before libcurl is used.
    static let library: Void = {
        curl_global_init(Int(CURL_GLOBAL_DEFAULT))
        // OpenSSL writes to connections that the other side may have closed, which would end the process. If something else
        // handles the signal, that is kept.
        if let handler = signal(SIGPIPE, SIG_IGN) { signal(SIGPIPE, handler) }
    }()

    /// Whether the system has a folder in which OpenSSL finds each certificate by the hash of its name, such as
    /// `/etc/ssl/certs/4042bcee.0`.
    static let hasCertificateFolder: Bool = {
        guard let folder = curl_version_info(CURLVERSION_EIGHTH).pointee.capath else { return false }
        let names = try? FileManager.default.contentsOfDirectory(atPath: String(cString: folder))
        return names?.contains { $0.wholeMatch(of: /[0-9a-f]{8}\.[0-9]+/) != nil } == true
    }()
}

/// Lists of texts for libcurl, which have to exist as long as it uses them.
final class CurlLists {
    private var lists: [UnsafeMutablePointer<curl_slist>] = []

    deinit { for list in lists { curl_slist_free_all(list) } }

    /// Returns a list, or nil if there are no texts.
    func append(_ texts: [String]) -> UnsafeMutablePointer<curl_slist>? {
        let list = texts.reduce(nil as UnsafeMutablePointer<curl_slist>?) { curl_slist_append($0, $1) }
        if let list { lists.append(list) }
        return list
    }
}

extension Duration {
    /// As a time limit of `poll` and libcurl, of at least a millisecond.
    var pollMilliseconds: Int32 { Int32(clamping: max(1, inMilliseconds + 1)) }
}
