public import MarketCore
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
    /// How many of them one address may have. Browsers open six, and a few dozen people may share an address.
    public var connectionsPerAddress = 256
    /// How long agreeing on TLS may take. Slow phones on slow networks take some seconds.
    public var handshakeTime = TimeAmount.seconds(15)
    /// How long a connection may take to close after it was told to, before it is cut.
    public var closeTime = TimeAmount.seconds(5)
    /// HTTP/2 frames that bring nothing (WINDOW_UPDATE, PING, SETTINGS, empty DATA) at once and each second, beside those
    /// that answer what was sent. Browsers send some dozen with their first request. A thousand are taken in 2 ms.
    public var http2FrameBurst = 1000
    public var http2FramesPerSecond = 100
    /// How long a connection may wait for its next request, or for the rest of a request's head.
    public var idleTime = TimeAmount.seconds(75)
    /// How often a request's body, and a client that reads slowly, are looked at.
    public var paceCheckInterval = TimeAmount.seconds(15)
    /// The least a body must bring between two looks.
    public var bytesPerPaceCheck = 4096
    /// How long a body may take on the whole: so long, and longer by the bytes that have come. A photo of 3 MB has five
    /// minutes: 16 KiB/s is what a phone has at the edge of its network.
    public var bodyTime = TimeAmount.seconds(120)
    public var leastBodyBytesPerSecond = 16 * 1024

    // MARK: Uploads

    /// How many requests may be bringing pictures, or waiting for what becomes of them, in all and for one address.
    public var concurrentUploads = 64
    public var uploadsPerAddress = 8
    /// How many more may wait for that, and how long; then, and beyond that, they get 503.
    public var waitingUploads = 64
    public var waitingUploadsPerAddress = 32
    public var uploadWaitTime = TimeAmount.seconds(30)
    /// An upload that has brought fewer bytes than this for so long makes way while others wait.
    public var slowUploadTime = TimeAmount.seconds(3)
    public var slowUploadBytesPerSecond = 64 * 1024
    /// Bytes of pictures on disk that are still coming in or being worked on, in all and of one address. An upload has at
    /// most 100 MB, and usually 15.
    public var spooledByteCount = 2_000_000_000
    public var spooledByteCountPerAddress = 400_000_000
    /// Bytes of fields in memory, in all and of one address. One body keeps at most 2.5 MB, and usually some hundred bytes.
    public var bodyMemoryByteCount = 64 * 1024 * 1024
    public var bodyMemoryByteCountPerAddress = 8 * 1024 * 1024

    // MARK: Budgets

    /// Products listed. A shop may bring its thousand products at once, and then one every 0.6 s; what is listed in all
    /// is what two cores can take in of small pictures.
    public var listings = ClientBudgetLimits(
        perAddress: Budget(perMinute: 100, burst: 1000),
        total: Budget(perMinute: 1000, burst: 10_000)
    )
    /// Contacts shown: what a person looks at. All together may see twenty times as many as one.
    public var contacts = ClientBudgetLimits(
        perAddress: Budget(perMinute: 30, burst: 30),
        total: Budget(perMinute: 600, burst: 600)
    )

    // MARK: Memory

    /// Bytes of encoded answers that are kept.
    public var answerCacheByteCount = 36 * 1024 * 1024

    // MARK: Monitoring

    /// How old `/health` and `/metrics` may be: so often they are worked out at most.
    public var monitoringInterval = TimeAmount.seconds(1)

    // MARK: Stopping

    /// How long what was accepted may take to finish when the server is told to stop.
    public var gracePeriod = TimeAmount.seconds(60)

    public init() {}
}
