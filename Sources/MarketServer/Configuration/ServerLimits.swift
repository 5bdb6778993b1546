public import NIOCore

/// Every bound that the server keeps, in one place; the README shows them.
///
/// What a listing must be like is in `ListingRules`, what one image may be like in `ImageLimits`.
public struct ServerLimits: Sendable {
    // MARK: Requests

    /// A JSON body, or the `params` part of a multipart body: it is read as a stream, and only what is wanted is kept.
    public var jsonByteCount = 32_000_000
    /// A whole multipart body: five images, `params`, and room for what frames them.
    public var uploadByteCount = 5 * 20_000_000 + 32_000_000 + 1_000_000
    /// One header field, and all of a request's together.
    public var headerFieldByteCount = 16 * 1024
    public var headerListByteCount = 64 * 1024

    // MARK: Connections

    public var connections = 4096
    /// How long a connection may wait for its next request, or for the rest of a request's head.
    public var idleTime = TimeAmount.seconds(75)
    /// How often a request's body, and a client that reads slowly, are looked at.
    public var paceCheckInterval = TimeAmount.seconds(15)
    /// The least a body must bring between two looks.
    public var bytesPerPaceCheck = 4096
    /// How many requests may be uploading or waiting for their pictures; more get 503.
    public var concurrentUploads = 64

    // MARK: Attempts

    /// Contacts shown a minute to one address.
    public var contactsPerMinute = 30

    // MARK: Memory

    /// Bytes of encoded answers that are kept.
    public var answerCacheByteCount = 36 * 1024 * 1024

    // MARK: Stopping

    /// How long what was accepted may take to finish when the server is told to stop.
    public var gracePeriod = TimeAmount.seconds(60)

    public init() {}
}
