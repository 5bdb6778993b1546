/// The body of an error answer.
///
/// `error`, `reason` and `message` because different apps read different ones; none of a product's keys, because the
/// object must not decode as one (API.md, “Rules for every edition”).
public struct ErrorAnswer: Hashable, Sendable {
    public struct Field: Hashable, Sendable {
        public let name: String
        public let reason: String

        public init(name: String, reason: String) {
            self.name = name
            self.reason = reason
        }
    }

    /// The HTTP status.
    public let status: Int
    /// Stable, for programs.
    public let code: ErrorCode
    /// A sentence for people.
    public let message: String
    /// For bad input: what is wrong, field by field.
    public let fields: [Field]

    public init(status: Int, code: ErrorCode, message: String, fields: [Field] = []) {
        self.status = status
        self.code = code
        self.message = message
        self.fields = fields
    }

    /// Writes the body.
    ///
    /// - Parameter current: a whole product as JSON, under the key `current`: what an edit has collided with.
    public func encoded(current: [UInt8]? = nil) -> [UInt8] {
        var json = JSONWriter(capacity: 256)
        json.beginObject()
        json.member("error", true)
        json.member("reason", message)
        json.member("message", message)
        json.member("status", status)
        json.member("code", code.rawValue)
        if !fields.isEmpty {
            json.key("fields")
            json.beginArray()
            for field in fields {
                json.beginObject()
                json.member("name", field.name)
                json.member("reason", field.reason)
                json.endObject()
            }
            json.endArray()
        }
        if let current {
            json.key("current")
            json.raw(current)
        }
        json.endObject()
        return json.bytes
    }
}

/// What went wrong, for programs: these never change.
public enum ErrorCode: String, CaseIterable, Sendable {
    case invalidRequest = "invalid_request"
    case invalidFields = "invalid_fields"
    case unusableImage = "unusable_image"
    case missingIdentifier = "missing_identifier"
    case wrongSecret = "wrong_secret"
    case registrationClosed = "registration_closed"
    case vendorBlocked = "vendor_blocked"
    case deadToken = "dead_token"
    case notFound = "not_found"
    case withdrawn
    case methodNotAllowed = "method_not_allowed"
    case versionConflict = "version_conflict"
    case requestUnderWay = "request_under_way"
    case keyReused = "key_reused"
    case bodyTooLarge = "body_too_large"
    case tooManyAttempts = "too_many_attempts"
    case timeout
    case busy
    case storageFull = "storage_full"
    case unavailable
    case internalError = "internal_error"
}
