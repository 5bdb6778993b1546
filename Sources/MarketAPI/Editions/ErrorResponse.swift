public import MarketModels

/// The body of an error response.
///
/// It contains `error`, `reason` and `message` because different apps read different ones. It contains none of a
/// product's keys because it must not decode as a product (API.md, “Rules for every edition”).
public struct ErrorResponse: Hashable, Sendable {
    public struct Field: Hashable, Sendable, Decodable {
        /// The name of the field, as the request spells it.
        public let name: String
        /// A description for users.
        public let reason: String
        /// The index of the rejected image among those that were sent, from 0; nil unless it is about one image.
        public let index: Int?

        /// Creates a field with the given values.
        public init(name: String, reason: String, index: Int? = nil) {
            self.name = name
            self.reason = reason
            self.index = index
        }
    }

    public let status: Int
    /// The code, which is stable and meant for programs.
    public let code: ErrorCode
    /// A description for users.
    public let message: String
    /// For invalid input, the fields that were rejected and why.
    public let fields: [Field]
    /// For a reused idempotency key, the product that the first request with it has listed.
    public let listed: Product.ID?

    /// Creates an error response with the given values.
    public init(status: Int, code: ErrorCode, message: String, fields: [Field] = [], listed: Product.ID? = nil) {
        self.status = status
        self.code = code
        self.message = message
        self.fields = fields
        self.listed = listed
    }

    /// Returns the body as JSON.
    ///
    /// - Parameters:
    ///   - dialect: What the host or port speaks that was asked.
    ///   - current: For an edit conflict, the current product as JSON; written under the key `current`.
    public func encoded(for dialect: Dialect = .main, current: [UInt8]? = nil) -> [UInt8] {
        JSONWriter.object { json in
            json.member("error", true)
            json.member("reason", message)
            json.member("message", message)
            json.member("status", status)
            if dialect.hasErrorCodes { json.member("code", code.rawValue) }
            if !fields.isEmpty {
                json.member("fields", objects: fields) { json, field in
                    json.member("name", field.name)
                    json.member("reason", field.reason)
                    if let index = field.index { json.member("index", index) }
                }
            }
            if let listed { json.member("listed", listed.rawValue) }
            if let current {
                json.key("current")
                json.raw(current)
            }
        }
    }
}

/// The error codes for programs. Their raw values never change.
public enum ErrorCode: String, CaseIterable, Sendable {
    case invalidRequest = "invalid_request"
    /// Fields of a listing or an edit are invalid; the response lists them.
    case invalidFields = "invalid_fields"
    /// An uploaded image can't be used.
    case unusableImage = "unusable_image"
    /// A browser sent the request for another site.
    case crossSite = "cross_site"
    /// The header `identifier` is missing.
    case missingIdentifier = "missing_identifier"
    case wrongSecret = "wrong_secret"
    /// There is no operator's key in the request, or it has ended.
    case invalidKey = "invalid_key"
    /// The right to change the product's state has ended, or doesn't permit this.
    case invalidRight = "invalid_right"
    /// The market accepts no new vendors.
    case registrationClosed = "registration_closed"
    case vendorBlocked = "vendor_blocked"
    /// The delete token has expired or was used.
    case invalidToken = "dead_token"
    /// The product or path doesn't exist.
    case notFound = "not_found"
    /// The product was deleted.
    case deleted = "withdrawn"
    /// The route doesn't support this method.
    case methodNotAllowed = "method_not_allowed"
    /// The product was changed since the client loaded it; the response has the current product.
    case versionConflict = "version_conflict"
    /// The product's state doesn't permit the change.
    case stateConflict = "state_conflict"
    /// The contact of a reserved or sold product isn't shown.
    case contactWithheld = "contact_withheld"
    /// A request with the same idempotency key is in flight.
    case requestInFlight = "request_under_way"
    /// The idempotency key was used for a different request; the response names the product that it has listed.
    case keyReused = "key_reused"
    case bodyTooLarge = "body_too_large"
    /// There were too many wrong secrets or too many requests; `Retry-After` has the time to wait.
    case tooManyAttempts = "too_many_attempts"
    /// The request was not received completely.
    case timeout
    /// The server is overloaded.
    case busy
    /// The server has no disk space.
    case storageFull = "storage_full"
    case unavailable
    /// The request may have been carried out or not.
    case outcomeUnknown = "outcome_unknown"
    case internalError = "internal_error"
}
