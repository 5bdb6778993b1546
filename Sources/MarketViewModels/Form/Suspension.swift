import MarketClient

/// Whether a form whose sending was cut off by the system is sent again.
///
/// The system suspends an app soon after it has left the foreground, and its connections are lost; only the uploads of an
/// `UploadTransport` go on. When the app comes back, the form is sent again by itself, once: a listing has its idempotency
/// key, and an edit looks first whether it was saved. A connection that is lost in the foreground is left to the user.
enum Suspension {
    /// The app is in the foreground, and nothing was being sent when it came there.
    case none
    /// The app left the foreground while the form was being sent.
    case away
    /// The connection was lost while the app was away.
    case interrupted
    /// The app has come back, and the form is still being sent.
    case back

    /// Returns whether to send again after a failure.
    mutating func sendsAgain(after failure: FormFailure?) -> Bool {
        guard case .failed(let error)? = failure, error.isLostConnection else {
            self = .none
            return false
        }
        defer { self = self == .away ? .interrupted : .none }
        return self == .back
    }

    /// Returns whether to send again now that the app is back.
    mutating func comesBack(isSending: Bool) -> Bool {
        defer { self = self == .away && isSending ? .back : .none }
        return self == .interrupted
    }
}

extension MarketClientError {
    /// Whether the connection was cut or couldn't be established.
    var isLostConnection: Bool {
        switch self {
        case .unreachable(let error), .outcomeUnknown(let error):
            switch error {
            case .notConnected, .timedOut, .connectionLost: true
            case .cancelled, .notTrusted, .responseTooLarge, .unreadableBody: false
            }
        case .cancelled, .refused, .unreadableResponse, .unusableFile: false
        }
    }
}
