internal import CWorkerProcess
internal import MarketCore
internal import MarketModels

/// What a picture worker answers: numbers of 64 bits in the machine's own order, then the bytes that they count.
struct WorkerReply {
    static let headerByteCount = 8 * MemoryLayout<Int64>.size
    /// What the encoder makes of 2048 × 2048 pixels of noise takes a quarter of this. In bytes.
    private static let longestPart = 16_000_000

    private enum Kind: Int64 {
        case picture, needsMoreMemory
        case empty, unknownFormat, tooManyBytes, tooManyPixels, tooLongSide, tooCostly, damaged, failed
    }

    /// The kind; up to three numbers of it; the counts of two byte strings; the worker's peak memory; nothing.
    private var numbers: [Int64]
    private var parts: [[UInt8]]

    /// The most that was resident in the worker since it started, in bytes; 0 where the system doesn't say.
    var peakByteCount: Int { Int(numbers[6]) }

    // MARK: In the worker

    init(_ outcome: Normalisation.Outcome, peakByteCount: Int64) {
        numbers = [0, 0, 0, 0, 0, 0, peakByteCount, 0]
        parts = [[], []]
        switch outcome {
        case .picture(let picture):
            set(.picture, picture.width, picture.height)
            parts = [picture.full, picture.thumbnail]
        case .needsMoreMemory: set(.needsMoreMemory)
        case .refused(let error): fill(error)
        }
        (numbers[4], numbers[5]) = (Int64(parts[0].count), Int64(parts[1].count))
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
        var result = numbers.withUnsafeBytes {
            market_worker_send(socket, $0.baseAddress, $0.count, -1, Int64.max)
        }
        for part in parts where result == 0 {
            result = part.withUnsafeBytes { market_worker_send(socket, $0.baseAddress, $0.count, -1, Int64.max) }
        }
        return result
    }

    // MARK: In the server

    /// - Parameter deadline: of `market_worker_now()`.
    /// - Throws: ``WorkerProblem``, also for what no worker of ours would say.
    init(from socket: Int32, deadline: Int64) throws(WorkerProblem) {
        numbers = [Int64](repeating: 0, count: 8)
        try WorkerProblem.check(
            numbers.withUnsafeMutableBytes {
                market_worker_receive(socket, $0.baseAddress, $0.count, nil, deadline)
            }
        )
        parts = []
        for number in numbers[4...5] {
            guard let count = Int(exactly: number), 0...Self.longestPart ~= count else { throw .unreadable }
            var part = [UInt8](repeating: 0, count: count)
            try WorkerProblem.check(
                part.withUnsafeMutableBytes {
                    market_worker_receive(socket, $0.baseAddress, $0.count, nil, deadline)
                }
            )
            parts.append(part)
        }
    }

    /// Whoever took over a worker could say anything, so nothing is believed that could be more than a bad picture.
    func outcome() throws(WorkerProblem) -> Normalisation.Outcome {
        guard let kind = Kind(rawValue: numbers[0]) else { throw .unreadable }
        let values = numbers[1...3].map { Int($0) }
        switch kind {
        case .picture:
            let side = 1...Rendition.full.maximumSide
            let startOfJPEG: [UInt8] = [0xFF, 0xD8, 0xFF]
            guard side ~= values[0], side ~= values[1], parts.allSatisfy({ $0.starts(with: startOfJPEG) }),
                let name = PictureName(contentOf: parts[0])
            else { throw .unreadable }
            return .picture(
                ProcessedPicture(
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
        }
    }
}
