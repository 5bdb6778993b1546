/// Parses a multipart body incrementally, from chunks of any size, without keeping the data.
///
/// It accepts what apps really send (API.md, “Multipart, as apps really send it”): see `MultipartPreamble` for how the
/// boundary is found, `MultipartDelimiter` for what ends a part, and ``MultipartPartHead`` for the syntax of a header.
/// It buffers at most one line before the first boundary, one part's header, or one delimiter.
///
///     var parser = MultipartParser(contentType: request.headers["content-type"])
///     for try await chunk in body {
///         try chunk.withUnsafeReadableBytes { try parser.parse($0) { event in … } }
///     }
///     try parser.finish { event in … }
public struct MultipartParser {
    private enum State {
        case preamble, header, data, epilogue, finished
        case failed(MultipartError)
    }

    private let limits: MultipartLimits
    private var state = State.preamble
    private var preamble: MultipartPreamble
    private var delimiter = MultipartDelimiter(text: [])
    private var header: [UInt8] = []
    private var headerLineStart = 0
    private var partCount = 0

    /// Creates a parser.
    ///
    /// - Parameters:
    ///   - contentType: The request's `Content-Type`; it may be nil or malformed.
    ///   - limits: The limits of parts and headers.
    public init(contentType: String?, limits: MultipartLimits = MultipartLimits()) {
        self.limits = limits
        preamble = MultipartPreamble(boundary: MultipartBoundary.named(in: contentType), limits: limits)
    }

    /// The number of bytes in memory, at most a header or a line, and a delimiter.
    package var bufferedByteCount: Int { preamble.bufferedByteCount + header.count + delimiter.held.count }

    /// Parses the next chunk of the body.
    ///
    /// - Parameters:
    ///   - bytes: The chunk.
    ///   - handle: Called for each event, in order. If it throws, the parser can't be used afterwards.
    /// - Throws: ``MultipartError``, which every later call throws again, or the error of `handle`.
    public mutating func parse(_ bytes: UnsafeRawBufferPointer, _ handle: (MultipartEvent) throws -> Void) throws {
        var rest = bytes
        do {
            while !rest.isEmpty {
                switch state {
                case .preamble:
                    if let finding = try preamble.read(&rest) { begin(finding) }
                case .header:
                    try readHeader(&rest, handle)
                case .data:
                    try readData(&rest, handle)
                case .epilogue, .finished:
                    return
                case .failed(let error):
                    throw error
                }
            }
        } catch let error as MultipartError {
            state = .failed(error)
            throw error
        }
    }

    /// Finishes parsing at the end of the body. The last event is `ended`.
    ///
    /// - Throws: ``MultipartError``, or the error of `handle`.
    public mutating func finish(_ handle: (MultipartEvent) throws -> Void) throws {
        switch state {
        case .preamble:
            begin(try preamble.finish())
        case .header:
            if case .closing = delimiter.kind(ofLine: header[headerLineStart...]) { state = .epilogue }
        case .data:
            // A truncated delimiter ends the part if its text is complete; otherwise it is data.
            if !delimiter.isComplete { try releaseHeld(handle) }
            try handle(.partEnded)
        case .epilogue:
            break
        case .finished:
            return
        case .failed(let error):
            throw error
        }
        let isClosed = if case .epilogue = state { true } else { false }
        state = .finished
        try handle(.ended(closed: isClosed))
    }

    private mutating func begin(_ finding: MultipartPreamble.Finding) {
        switch finding {
        case .closed:
            state = .epilogue
        case .delimiter(let text, let header):
            delimiter = MultipartDelimiter(text: text)
            self.header = header
            headerLineStart = header.count
            state = .header
        }
    }

    // MARK: Header

    /// Reads at most one line of a part's header.
    private mutating func readHeader(
        _ bytes: inout UnsafeRawBufferPointer,
        _ handle: (MultipartEvent) throws -> Void
    ) throws {
        let lineFeed = bytes.firstIndex(ofByte: .lineFeed, from: 0)
        let end = lineFeed.map { $0 + 1 } ?? bytes.count
        guard header.count + end <= limits.headerByteCount else {
            throw MultipartError.headersTooLarge(maximum: limits.headerByteCount)
        }
        header += bytes[..<end]
        bytes = UnsafeRawBufferPointer(rebasing: bytes[end...])
        guard lineFeed != nil else { return }
        let line = header[headerLineStart...]
        if line.elementsEqual([.lineFeed]) || line.elementsEqual([.carriageReturn, .lineFeed]) {
            try beginPart(handle)
            delimiter.beginLine()
            state = .data
        } else if let kind = delimiter.kind(ofLine: line) {
            header.removeSubrange(headerLineStart...)
            if !header.isEmpty {
                try beginPart(handle)
                try handle(.partEnded)
            }
            endPart(isLast: kind == .closing)
        } else {
            headerLineStart = header.count
        }
    }

    private mutating func beginPart(_ handle: (MultipartEvent) throws -> Void) throws {
        partCount += 1
        guard partCount <= limits.partCount else { throw MultipartError.tooManyParts(maximum: limits.partCount) }
        let head = MultipartPartHead(rawHeader: header)
        header.removeAll()
        try handle(.partBegan(head))
    }

    private mutating func endPart(isLast: Bool) {
        delimiter.reset()
        header.removeAll()
        headerLineStart = 0
        state = isLast ? .epilogue : .header
    }

    // MARK: Data

    /// Reads data up to the next delimiter or to the end of the bytes.
    private mutating func readData(
        _ bytes: inout UnsafeRawBufferPointer,
        _ handle: (MultipartEvent) throws -> Void
    ) throws {
        var position = 0
        while position < bytes.count {
            guard delimiter.isPending else {
                let (dataEnd, next) = delimiter.scan(bytes, from: position)
                if dataEnd > position {
                    try handle(.partBytes(UnsafeRawBufferPointer(rebasing: bytes[position..<dataEnd])))
                }
                position = next
                continue
            }
            let step = delimiter.consume(bytes[position])
            switch step {
            case .more:
                position += 1
            case .failed:
                try releaseHeld(handle)
            case .delimiter, .closing:
                try handle(.partEnded)
                endPart(isLast: step == .closing)
                bytes = UnsafeRawBufferPointer(rebasing: bytes[(position + 1)...])
                return
            }
        }
        bytes = UnsafeRawBufferPointer(rebasing: bytes[bytes.endIndex...])
    }

    /// Emits the bytes of a possible delimiter as data.
    private mutating func releaseHeld(_ handle: (MultipartEvent) throws -> Void) throws {
        if !delimiter.held.isEmpty {
            try delimiter.held.withUnsafeBytes { try handle(.partBytes($0)) }
        }
        delimiter.reset()
    }
}
