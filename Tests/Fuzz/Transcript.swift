import MarketAPI

/// All that a reader has reported about an input, as bytes that can be compared.
struct Transcript {
    private(set) var bytes: [UInt8] = []
    /// The number of input bytes that have been delivered, as kept or reported.
    private(set) var deliveredByteCount = 0
    /// The maximum number of bytes that the reader held at any time.
    private(set) var peak = 0
    /// The first violation found.
    private(set) var violation: String?

    private var isOpen = false
    private var hasEnded = false
    private var dataStart = 0
    private var decoder = Base64Decoder()
    private var decoded: [UInt8] = []
    private var isDecodable = true

    mutating func begin() {
        bytes.removeAll(keepingCapacity: true)
        deliveredByteCount = 0
        peak = 0
        violation = nil
        isOpen = false
        hasEnded = false
    }

    mutating func note(held count: Int) { peak = max(peak, count) }

    mutating func object(_ text: @autoclosure () -> String) { violation = violation ?? text() }

    // MARK: Multipart

    mutating func take(_ event: MultipartEvent) {
        if hasEnded { object("an event after the last one") }
        switch event {
        case .partBegan(let head):
            if isOpen { object("a part began inside another") }
            isOpen = true
            bytes.append(1)
            append(head.name)
            append(head.filename)
            append(head.contentType)
            append(count: head.rawHeader.count)
            bytes += head.rawHeader
            deliveredByteCount += head.rawHeader.count
            dataStart = bytes.count
        case .partBytes(let data):
            if !isOpen { object("data outside a part") }
            if data.isEmpty { object("empty data") }
            bytes += data
            deliveredByteCount += data.count
        case .partEnded:
            if !isOpen { object("the end of no part") }
            isOpen = false
            endPart()
        case .ended(let isClosed):
            if isOpen { object("the last event inside a part") }
            hasEnded = true
            bytes.append(isClosed ? 3 : 4)
        }
    }

    private mutating func endPart() {
        let count = bytes.count - dataStart
        if let text = MultipartText.value(of: bytes[dataStart...]), text.utf8.count > count {
            object("a text of \(text.utf8.count) bytes out of \(count)")
        }
        bytes.append(2)
        append(count: count)
    }

    mutating func take(_ error: MultipartError) {
        bytes.append(5)
        switch error {
        case .empty: bytes.append(0)
        case .noBoundary: bytes.append(1)
        case .preambleTooLarge(let maximum): append(count: maximum * 8 + 2)
        case .tooManyParts(let maximum): append(count: maximum * 8 + 3)
        case .headersTooLarge(let maximum): append(count: maximum * 8 + 4)
        }
    }

    // MARK: JSON

    mutating func take(_ text: JSONStreamedText) {
        switch text {
        case .began:
            if isOpen { object("a text began inside another") }
            isOpen = true
            bytes.append(20)
            dataStart = bytes.count
            decoder = Base64Decoder()
            decoded.removeAll(keepingCapacity: true)
            isDecodable = true
        case .bytes(let data):
            if !isOpen { object("text outside a text") }
            if data.isEmpty { object("empty text") }
            bytes += data
            deliveredByteCount += data.count
            if isDecodable { isDecodable = decoder.decode(data, into: &decoded) }
        case .ended:
            if !isOpen { object("the end of no text") }
            isOpen = false
            endText()
        }
    }

    private mutating func endText() {
        let count = bytes.count - dataStart
        if isDecodable { isDecodable = decoder.finish(into: &decoded) }
        let decodedCount = decoded.count
        if decodedCount > count { object("\(decodedCount) bytes decoded from \(count)") }
        bytes.append(isDecodable ? 21 : 22)
        append(count: count)
        append(count: decodedCount)
        bytes += decoded
    }

    mutating func take(_ document: JSONDocument, keys: [String]) {
        if isOpen { object("a document ended inside a text") }
        switch document {
        case .bare(let value):
            bytes.append(6)
            append(value)
        case .object(let values):
            bytes.append(7)
            for key in keys {
                guard let value = values[key] else { continue }
                append(key)
                append(value)
            }
        }
    }

    mutating func take(_ error: JSONReadingError) {
        bytes.append(8)
        switch error {
        case .empty: bytes.append(0)
        case .unexpectedByte(let offset): append(count: offset * 8 + 1)
        case .cutOff(let offset): append(count: offset * 8 + 2)
        case .tooDeep(_, let offset): append(count: offset * 8 + 3)
        case .valueTooLarge(let key): append(key)
        }
    }

    private mutating func append(_ value: JSONValue) {
        switch value {
        case .text(let text):
            bytes.append(10)
            append(text)
            deliveredByteCount += text.utf8.count
        case .number(let text):
            bytes.append(11)
            append(text)
            deliveredByteCount += text.utf8.count
        case .unreadableText: bytes.append(12)
        case .bool(let isTrue): bytes.append(isTrue ? 13 : 14)
        case .null: bytes.append(15)
        case .object: bytes.append(16)
        case .other: bytes.append(17)
        case .array(let elements):
            bytes.append(18)
            append(count: elements.count)
            for element in elements { append(element) }
        }
    }

    // MARK: Bytes

    private mutating func append(count: Int) { withUnsafeBytes(of: count) { bytes += $0 } }

    private mutating func append(_ text: String?) {
        guard let text else { return append(count: -1) }
        append(count: text.utf8.count)
        bytes += text.utf8
    }
}
