internal import CCurl
internal import Foundation

/// What all connections of a pool have in common.
struct CurlSettings: Sendable {
    /// The time in which a connection has to be made.
    let connectLimit: Duration
    /// The certificates that are trusted, in PEM; nil for the system's.
    var certificates: [UInt8]?
    /// Addresses to use instead of looking names up, as `name:port:address`.
    var addresses: [String] = []
    /// The largest body of a response, in bytes.
    let largestBody: Int
}

/// A connection that sends one request at a time, and is kept for the next one.
///
/// It is an easy handle of libcurl in a multi handle of its own. A multi handle waits as long as it is told to, and another
/// thread can wake it, so that time limits are exact and cancellation is immediate. libcurl opens the connection again when
/// it finds that it was closed in the meantime, before a request is sent.
final class CurlConnection {
    private let settings: CurlSettings
    private let easy: UnsafeMutableRawPointer
    private let multi: UnsafeMutableRawPointer
    private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    /// Usually one; two while addresses of both kinds are tried.
    private var sockets: [curl_socket_t] = []
    private var incoming: IncomingResponse

    init(_ settings: CurlSettings) throws(CurlError) {
        _ = Self.library
        guard let easy = curl_easy_init() else { throw .failed(reason: "libcurl has no memory") }
        guard let multi = curl_multi_init() else {
            curl_easy_cleanup(easy)
            throw .failed(reason: "libcurl has no memory")
        }
        self.settings = settings
        (self.easy, self.multi) = (easy, multi)
        incoming = IncomingResponse(largestBody: settings.largestBody)
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_multi_cleanup(multi)
        errorText.deallocate()
    }

    /// Sends a request and waits for its response.
    ///
    /// - Throws: ``CurlError``. The connection can be used again.
    func send(
        _ request: CurlRequest,
        by deadline: TransferDeadline,
        _ cancellation: TransferCancellation
    ) throws(CurlError) -> S3Response {
        curl_easy_reset(easy)
        errorText.pointee = 0
        incoming = IncomingResponse(largestBody: settings.largestBody)
        let lists = CurlLists()
        defer { withExtendedLifetime(lists) {} }
        try setUp(request, lists)
        return try request.body.withUnsafeBufferPointer { body throws(CurlError) in
            if request.method == .put {
                // Bytes that stay where they are, so that they can be sent again on another connection.
                try set(CURLOPT_POSTFIELDSIZE_LARGE, size: body.count)
                let bytes = body.baseAddress.map { UnsafeRawPointer($0) }
                // Without an address, libcurl would read from standard input.
                try check(ccurl_set_pointer(easy, CURLOPT_POSTFIELDS, bytes ?? UnsafeRawPointer(errorText)))
            }
            guard curl_multi_add_handle(multi, easy) == CURLM_OK else { throw .failed(reason: "libcurl has no memory") }
            // Closes the connection if the response isn't complete.
            defer { curl_multi_remove_handle(multi, easy) }
            let code = try cancellation.wakes(multi) { () throws(CurlError) in try wait(deadline, cancellation) }
            guard code == CURLE_OK else { throw error(code) }
            return incoming.response
        }
    }

    /// Waits until the transfer has ended.
    private func wait(
        _ deadline: TransferDeadline,
        _ cancellation: TransferCancellation
    ) throws(CurlError) -> CURLcode {
        var deadline = deadline
        while true {
            var runningCount: Int32 = 0
            let code = curl_multi_perform(multi, &runningCount)
            guard code == CURLM_OK else { throw .failed(reason: String(cString: curl_multi_strerror(code))) }
            if runningCount == 0 {
                var leftCount: Int32 = 0
                guard let message = curl_multi_info_read(multi, &leftCount), message.pointee.msg == CURLMSG_DONE else {
                    throw .failed(reason: "libcurl lost the request")
                }
                return message.pointee.data.result
            }
            if cancellation.isCancelled { throw .cancelled }
            if incoming.hasBegun { deadline.responseBegan() }
            if deadline.dependsOnUpload { deadline.acknowledged(acknowledgedCount) }
            if let failure = deadline.failure() { throw failure }
            let time = deadline.dependsOnUpload ? min(deadline.timeLeft, Self.uploadCheckInterval) : deadline.timeLeft
            curl_multi_poll(multi, nil, 0, time.pollMilliseconds, nil)
        }
    }

    /// The bytes of the body that the other side has. What is only in the socket's buffer isn't there yet: it can hold all of
    /// an image while nobody takes it.
    private var acknowledgedCount: Int {
        sockets.reduce(Int(ccurl_uploaded_size(easy))) { $0 - Int(ccurl_unacknowledged_size($1)) }
    }

    /// Nothing wakes a thread when the kernel has sent bytes, so it looks for itself.
    private static let uploadCheckInterval = Duration.milliseconds(100)

    private func error(_ code: CURLcode) -> CurlError {
        if let failure = incoming.failure { return failure }
        let text = String(cString: errorText)
        let reason = text.isEmpty ? String(cString: curl_easy_strerror(code)) : text
        switch code {
        // The only time limit that libcurl has.
        case CURLE_OPERATION_TIMEDOUT: return .noConnectionInTime
        case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_PARTIAL_FILE, CURLE_WEIRD_SERVER_REPLY,
            // An answer without a status line, which libcurl takes for one of HTTP/0.9.
            CURLE_UNSUPPORTED_PROTOCOL:
            return .lostConnection(reason: reason)
        default: return .failed(reason: reason)
        }
    }
}

// MARK: - Options

extension CurlConnection {
    private func setUp(_ request: CurlRequest, _ lists: CurlLists) throws(CurlError) {
        try check(ccurl_set_string(easy, CURLOPT_URL, request.url))
        try check(ccurl_set_string(easy, CURLOPT_PROTOCOLS_STR, "http,https"))
        try set(CURLOPT_PATH_AS_IS, 1)
        try set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        try set(CURLOPT_FOLLOWLOCATION, 0)
        // Otherwise the environment's proxy would be used.
        try check(ccurl_set_string(easy, CURLOPT_PROXY, ""))
        try set(CURLOPT_CONNECTTIMEOUT_MS, Int(settings.connectLimit.pollMilliseconds))
        try set(CURLOPT_NOSIGNAL, 1)
        // Otherwise a thread that looks a name up would be waited for, however late the answer.
        try set(CURLOPT_QUICK_EXIT, 1)
        try check(ccurl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText))
        try setMethod(request)
        try setCertificates()
        try check(ccurl_set_pointer(easy, CURLOPT_HTTPHEADER, lists.append(Self.lines(of: request))))
        if !settings.addresses.isEmpty {
            try check(ccurl_set_pointer(easy, CURLOPT_RESOLVE, lists.append(settings.addresses)))
        }
        try setCallbacks()
    }

    private func setMethod(_ request: CurlRequest) throws(CurlError) {
        switch request.method {
        case .get: try set(CURLOPT_HTTPGET, 1)
        case .head: try set(CURLOPT_NOBODY, 1)
        case .delete: try check(ccurl_set_string(easy, CURLOPT_CUSTOMREQUEST, request.method.rawValue))
        case .put:
            try set(CURLOPT_POST, 1)
            try check(ccurl_set_string(easy, CURLOPT_CUSTOMREQUEST, request.method.rawValue))
        }
        if request.closesConnection { try set(CURLOPT_FORBID_REUSE, 1) }
    }

    private func setCertificates() throws(CurlError) {
        try set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        try set(CURLOPT_SSL_VERIFYPEER, 1)
        try set(CURLOPT_SSL_VERIFYHOST, 2)
        if let certificates = settings.certificates {
            try check(ccurl_set_blob(easy, CURLOPT_CAINFO_BLOB, certificates, certificates.count))
            // The system's folder would be trusted, too.
            try check(ccurl_set_string(easy, CURLOPT_CAPATH, nil))
        } else if Self.hasCertificateFolder {
            // The system's file has the same certificates. Reading all of them takes 26 ms of CPU for each connection.
            try check(ccurl_set_string(easy, CURLOPT_CAINFO, nil))
        }
    }

    /// The lines of a request's header. A name without a value leaves out a line that libcurl would add.
    private static func lines(of request: CurlRequest) -> [String] {
        var lines = request.headers.map { "\($0.name): \($0.value)" }
        lines += ["accept:", "expect:"]
        if !request.headers.contains(where: { $0.name == "content-type" }) { lines.append("content-type:") }
        if request.closesConnection { lines.append("connection: close") }
        return lines
    }

    private func setCallbacks() throws(CurlError) {
        let this = Unmanaged.passUnretained(self).toOpaque()
        try check(
            ccurl_set_receiver(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, this in
                CurlConnection.at(this).incoming.addLine(UnsafeRawBufferPointer(start: bytes, count: size * count))
                return size * count
            }
        )
        try check(
            ccurl_set_receiver(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, this in
                let body = UnsafeRawBufferPointer(start: bytes, count: size * count)
                // Fewer bytes than there are end the transfer.
                return CurlConnection.at(this).incoming.addBody(body) ? body.count : 0
            }
        )
        try check(
            ccurl_set_opened(easy) { this, socket, _ in
                CurlConnection.at(this).sockets.append(socket)
                return CURL_SOCKOPT_OK
            }
        )
        try check(
            ccurl_set_closer(easy) { this, socket in
                CurlConnection.at(this).sockets.removeAll { $0 == socket }
                return close(socket)
            }
        )
        for option in [CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_SOCKOPTDATA, CURLOPT_CLOSESOCKETDATA] {
            try check(ccurl_set_pointer(easy, option, this))
        }
    }

    private static func at(_ pointer: UnsafeMutableRawPointer?) -> CurlConnection {
        guard let pointer else { fatalError("libcurl passes on what it was given.") }
        return Unmanaged<CurlConnection>.fromOpaque(pointer).takeUnretainedValue()
    }

    private func set(_ option: CURLoption, _ value: Int) throws(CurlError) {
        try check(ccurl_set_long(easy, option, value))
    }

    private func set(_ option: CURLoption, size: Int) throws(CurlError) {
        try check(ccurl_set_size(easy, option, curl_off_t(size)))
    }

    private func check(_ code: CURLcode) throws(CurlError) {
        guard code == CURLE_OK else { throw .failed(reason: String(cString: curl_easy_strerror(code))) }
    }
}
