public import Logging
import MarketAPI
import MarketCore

/// A log handler that writes lines for people: time, level, label, metadata and message.
public struct TextLogHandler: LogHandler {
    let label: String
    let output: LogOutput
    public var logLevel = Logger.Level.info
    public var metadata = Logger.Metadata()
    public var metadataProvider: Logger.MetadataProvider?

    public init(label: String, output: LogOutput = .standardError) {
        self.label = label
        self.output = output
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        var time = JSONWriter(capacity: 64)
        time.timestamp(SystemWallClock().now)
        let moment = String(decoding: time.bytes, as: UTF8.self).filter { $0 != "\"" }
        let fields = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }.merging(event.metadata ?? [:]) { $1 }
            .sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        let line = "\(moment) \(event.level.rawValue) \(label):\(fields) \(event.message)"
        // Line breaks are replaced, so that input from clients can't forge log entries.
        output.append(Array(line.map { $0.isNewline ? " " : $0 } + "\n").flatMap { Array($0.utf8) })
    }
}

/// A log handler that writes each entry as one JSON object per line, for log collectors.
public struct JSONLogHandler: LogHandler {
    let label: String
    let output: LogOutput
    public var logLevel = Logger.Level.info
    public var metadata = Logger.Metadata()
    public var metadataProvider: Logger.MetadataProvider?

    public init(label: String, output: LogOutput = .standardError) {
        self.label = label
        self.output = output
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        var json = JSONWriter(capacity: 256)
        json.beginObject()
        json.key("time")
        json.timestamp(SystemWallClock().now)
        json.member("level", event.level.rawValue)
        json.member("logger", label)
        json.member("message", event.message.description)
        let all = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }.merging(event.metadata ?? [:]) { $1 }
        if !all.isEmpty {
            json.key("metadata")
            json.beginObject()
            for (key, value) in all.sorted(by: { $0.key < $1.key }) {
                json.key(text: key)
                json.string(value.description)
            }
            json.endObject()
        }
        json.endObject()
        output.append(json.bytes + [UInt8(ascii: "\n")])
    }
}
