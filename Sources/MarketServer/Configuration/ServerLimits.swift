public import MarketCore
internal import MarketModels
public import NIOCore

/// The limits of the server, which Documentation/Limits.md lists.
///
/// The rules for listings are in `ListingRules`, those for a single image in `ImageLimits`.
public struct ServerLimits: ServiceLimits, Sendable {
    // MARK: Requests

    /// The size of a JSON body, or of the `params` part of a multipart body. It is parsed as a stream, and only known
    /// fields are kept.
    public var jsonByteCount = 32_000_000
    /// The size of a multipart body: all images of a product, `params`, and the multipart framing.
    public var uploadByteCount =
        ListingRules.maximumImageCount * ImageLimits.maximumByteCount + 32_000_000 + 1_000_000
    /// The size of one header field, and of all header fields of a request.
    public var headerFieldByteCount = 16 * 1024
    public var headerListByteCount = 64 * 1024

    // MARK: Connections

    /// The number of connections and, behind a trusted proxy, of requests in flight per client. Browsers open six
    /// connections, and a few dozen people may share an address.
    public var connections = SharedLimit(total: 4096, perAddress: 256)
    /// The time for a connection to close gracefully before it is closed forcibly.
    public var closeTime = TimeAmount.seconds(5)
    /// The time for which a connection may wait for its next request, or for the rest of a request head.
    public var idleTime = TimeAmount.seconds(75)
    /// The interval at which the progress of request bodies and of slow readers is checked.
    public var paceCheckInterval = TimeAmount.seconds(15)
    /// The time in which the first bytes of a body must follow its head. Clients send both at once.
    public var firstBodyBytesTime = TimeAmount.seconds(10)
    /// The number of bytes that a body must bring between two checks.
    public var bytesPerPaceCheck = 4096
    /// The time for a whole body, extended by one second for each `leastBodyBytesPerSecond` bytes received. An image of
    /// 3 MB has five minutes. 16 KiB/s is the rate of a phone at the edge of its network.
    public var bodyTime = TimeAmount.seconds(120)
    public var leastBodyBytesPerSecond = 16 * 1024
    /// The time for the largest body. Five images of 3 MB take 17 minutes at that rate.
    public var longestBodyTime = TimeAmount.minutes(20)

    /// The time that a client has for reading a response to a request whose body hasn't arrived, until its connection is
    /// closed, and the number of bytes of the body that are discarded meanwhile: what a network may still carry.
    public var earlyCloseTime = TimeAmount.seconds(2)
    public var discardedByteCount = 1024 * 1024

    // MARK: Uploads

    /// The number of requests that may send images or wait for their processing at once.
    public var uploads = SharedLimit(total: 64, perAddress: 8)
    /// The number of further requests that may wait for an upload slot, and for how long. Others get 503. URLSession, which
    /// the old apps use, gives up a request in which nothing has moved for 60 s.
    public var waitingUploads = SharedLimit(total: 64, perAddress: 32)
    public var uploadWaitTime = TimeAmount.seconds(50)
    /// An upload that has been slower than this rate for at least this time gives up its slot while others wait.
    public var slowUploadTime = TimeAmount.seconds(3)
    public var slowUploadBytesPerSecond = 64 * 1024
    /// The bytes of images on disk that are being received or processed. An upload has at most 100 MB, and usually 15 MB.
    /// When all are held, the largest upload of the network with the most gives way.
    public var spooledBytes = SharedLimit(total: 2_000_000_000, perAddress: 400_000_000)
    /// The bytes of fields in memory. One body keeps at most 2.5 MB, and usually a few hundred bytes.
    public var bodyMemory = SharedLimit(total: 64 * 1024 * 1024, perAddress: 8 * 1024 * 1024)
    /// The images of rejected forms and of copied listings. An address has enough for forty forms of five images, for the
    /// people behind it; all of them take about 500 MB.
    public var drafts = SharedLimit(total: 1000, perAddress: 200)

    // MARK: Budgets

    // Networks wider than one client have two and four times its budget. When a total is used up, each network has a fifth
    // of a client's rate.

    /// New listings. A shop may list a thousand products at once, and then one every 0.6 s. The total is what two cores
    /// can process with small images.
    public var listings = ClientBudgetLimits(
        perAddress: Budget(perMinute: 100, burst: 1000),
        total: Budget(perMinute: 1000, burst: 10_000)
    )
    /// Bytes of images stored. A shop that lists a thousand products at once, and then a hundred a minute, with five images
    /// of 0.5 MB each stays below.
    public var storedBytes = ClientBudgetLimits(perAddress: Budget(perMinute: 250_000_000, burst: 2_500_000_000))
    /// Contacts shown, at the rate at which a person looks at them, and at once as many as an office does behind one address. All addresses together may see twenty times as many
    /// as one. What was shown can't be taken back: a network sees at most 600 in an hour.
    public var contacts = ClientBudgetLimits(
        perAddress: Budget(perMinute: 30, burst: 300),
        total: Budget(perMinute: 600, burst: 600),
        minutesPerHour: 20
    )
    /// Pages of price tags and notices. The largest takes about as long as ten other pages.
    public var printing = ClientBudgetLimits(
        perAddress: Budget(perMinute: 30, burst: 60),
        total: Budget(perMinute: 600, burst: 600)
    )
    /// Wrong secrets.
    public var guesses = AttemptLimiter.Limits()
    /// Reports. Somebody who finds a series of scams reports them one after the other.
    public var reports = ClientBudgetLimits(
        perAddress: Budget(perMinute: 1, burst: 10),
        total: Budget(perMinute: 20, burst: 300)
    )
    /// Wrong links, sessions, feeds and keys of operators. Who guesses has 128 bits to go through; this keeps them from costing much.
    public var operatorGuesses = ClientBudgetLimits(
        perAddress: Budget(perMinute: 10, burst: 30),
        total: Budget(perMinute: 100, burst: 300)
    )
    /// Links that give another browser this one's listings, for the people behind one address.
    public var identityLinks = SharedLimit(total: 1000, perAddress: 20)

    // MARK: Memory

    /// The size of the response cache in bytes.
    public var responseCacheByteCount = 36 * 1024 * 1024

    // MARK: Monitoring

    /// The maximum age of `/health` and `/metrics`, which are computed at most once in this time.
    public var monitoringInterval = TimeAmount.seconds(1)

    // MARK: Stopping

    /// The time for accepted requests to finish when the server stops.
    public var gracePeriod = TimeAmount.seconds(60)

    public init() {}
}
