internal import MarketCore
internal import MarketModels

/// The reply of an image worker: 64-bit integers in native byte order, followed by the byte strings whose lengths they
/// give.
struct WorkerReply {
    /// The maximum length of a byte string. Encoding 2048 × 2048 pixels of noise takes a quarter of this.
    private static let longestPart = 16_000_000

    private static let startOfJPEG: [UInt8] = [0xFF, 0xD8, 0xFF]

    private enum Kind: Int64 {
        case image, needsMoreMemory
        case empty, unknownFormat, tooManyBytes, tooManyPixels, tooLongSide, tooCostly, damaged, failed
        case shareImage
    }

    /// The kind; up to three values of it; the lengths of the two byte strings; the worker's peak memory; unused.
    private var numbers: [Int64]
    private var parts: [[UInt8]]

    /// The peak resident memory of the worker since it was started, in bytes; 0 where the system doesn't report it.
    var peakByteCount: Int { Int(numbers[6]) }

    // MARK: In the worker

    init(_ outcome: ImageNormalization.Outcome, peakByteCount: Int64) {
        numbers = [0, 0, 0, 0, 0, 0, peakByteCount, 0]
        parts = [[], []]
        switch outcome {
        case .image(let image):
            set(.image, image.width, image.height)
            parts = [image.full, image.thumbnail]
        case .needsMoreMemory: set(.needsMoreMemory)
        case .refused(let error): fill(error)
        }
        (numbers[4], numbers[5]) = (Int64(parts[0].count), Int64(parts[1].count))
    }

    init(_ result: Result<[UInt8], MarketError>, peakByteCount: Int64) {
        numbers = [0, 0, 0, 0, 0, 0, peakByteCount, 0]
        parts = [[], []]
        switch result {
        case .success(let image):
            set(.shareImage)
            parts[0] = image
        case .failure(let error): fill(.failed(reason: error.description))
        }
        numbers[4] = Int64(parts[0].count)
    }

    private mutating func set(_ kind: Kind, _ values: Int...) {
        numbers[0] = kind.rawValue
        for (index, value) in values.enumerated() { numbers[1 + index] = Int64(value) }
    }

    private mutating func fill(_ error: ImageError) {
        switch error {
        case .empty: set(.empty)
        case .unknownFormat: set(.unknownFormat)
        case .tooManyBytes(let maximum): set(.tooManyBytes, maximum)
        case .tooManyPixels(let width, let height, let maximum): set(.tooManyPixels, width, height, maximum)
        case .tooLongSide(let width, let height, let maximum): set(.tooLongSide, width, height, maximum)
        case .tooCostly: set(.tooCostly)
        case .damaged: set(.damaged)
        case .failed(let reason):
            set(.failed)
            parts[0] = Array(reason.utf8.prefix(1000))
        }
    }

    /// - Returns: 0, or an error number.
    func send(to socket: Int32) -> Int32 {
        var result = numbers.send(to: socket)
        for part in parts where result == 0 { result = part.send(to: socket) }
        return result
    }

    // MARK: In the server

    /// - Parameter deadline: the deadline in terms of `market_worker_now()`.
    /// - Throws: ``WorkerFailure``, also when the reply violates the protocol.
    init(from socket: Int32, deadline: Int64) throws(WorkerFailure) {
        numbers = [Int64](repeating: 0, count: 8)
        try WorkerFailure.check(numbers.receive(from: socket, deadline: deadline))
        parts = []
        for number in numbers[4...5] {
            guard let count = Int(exactly: number), 0...Self.longestPart ~= count else { throw .unreadable }
            var part = [UInt8](repeating: 0, count: count)
            try WorkerFailure.check(part.receive(from: socket, deadline: deadline))
            parts.append(part)
        }
    }

    /// Validates and returns the result of a drawing.
    func shareImage() throws(WorkerFailure) -> Result<[UInt8], MarketError> {
        switch Kind(rawValue: numbers[0]) {
        case .shareImage where parts[0].starts(with: Self.startOfJPEG): return .success(parts[0])
        case .failed: return .failure(.unavailable(reason: String(decoding: parts[0], as: UTF8.self)))
        default: throw .unreadable
        }
    }

    /// Validates and returns the outcome. A compromised worker could send anything, so a reply can't cause more harm
    /// than a bad image.
    func outcome() throws(WorkerFailure) -> ImageNormalization.Outcome {
        guard let kind = Kind(rawValue: numbers[0]) else { throw .unreadable }
        let values = numbers[1...3].map { Int($0) }
        switch kind {
        case .image:
            let side = 1...ImageNormalization.fullSide
            guard side ~= values[0], side ~= values[1], parts.allSatisfy({ $0.starts(with: Self.startOfJPEG) }),
                let name = ImageName(contentOf: parts[0])
            else { throw .unreadable }
            return .image(
                ProcessedImage(
                    name: name,
                    width: values[0],
                    height: values[1],
                    full: parts[0],
                    thumbnail: parts[1]
                )
            )
        case .needsMoreMemory: return .needsMoreMemory
        case .empty: return .refused(.empty)
        case .unknownFormat: return .refused(.unknownFormat)
        case .tooManyBytes: return .refused(.tooManyBytes(maximum: values[0]))
        case .tooManyPixels: return .refused(.tooManyPixels(width: values[0], height: values[1], maximum: values[2]))
        case .tooLongSide: return .refused(.tooLongSide(width: values[0], height: values[1], maximum: values[2]))
        case .tooCostly: return .refused(.tooCostly)
        case .damaged: return .refused(.damaged)
        case .failed: return .refused(.failed(reason: String(decoding: parts[0], as: UTF8.self)))
        case .shareImage: throw .unreadable
        }
    }
}
