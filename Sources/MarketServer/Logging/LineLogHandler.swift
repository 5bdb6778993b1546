public import Logging
import MarketAPI
import MarketCore

/// A log handler that writes each entry as one line, for people or for log collectors.
public struct LineLogHandler: LogHandler {
    let label: String
    /// As text: time, level, label, metadata and message.
    let format: ServerSettings.LogFormat
    let output: LogOutput
    public var logLevel = Logger.Level.info
    public var metadata = Logger.Metadata()
    public var metadataProvider: Logger.MetadataProvider?

    public init(label: String, format: ServerSettings.LogFormat, output: LogOutput = .standardError) {
        self.label = label
        self.format = format
        self.output = output
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        let fields = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }.merging(event.metadata ?? [:]) { $1 }
            .sorted { $0.key < $1.key }
        switch format {
        case .text: output.append(text(event, fields))
        case .json: output.append(json(event, fields))
        }
    }

    private func text(_ event: LogEvent, _ fields: [(key: String, value: Logger.MetadataValue)]) -> [UInt8] {
        let metadata = fields.map { " \($0.key)=\($0.value)" }.joined()
        let line = "\(SystemWallClock().now.responseText) \(event.level.rawValue) \(label):\(metadata) \(event.message)"
        // Line breaks are replaced, so that input from clients can't forge log entries.
        return Array(line.map { $0.isNewline ? " " : $0 } + "\n").flatMap { Array($0.utf8) }
    }

    private func json(_ event: LogEvent, _ fields: [(key: String, value: Logger.MetadataValue)]) -> [UInt8] {
        let json = JSONWriter.object { json in
            json.member("time", timestamp: SystemWallClock().now)
            json.member("level", event.level.rawValue)
            json.member("logger", label)
            json.member("message", event.message.description)
            if !fields.isEmpty {
                json.key("metadata")
                json.object { json in
                    for (key, value) in fields {
                        json.key(text: key)
                        json.string(value.description)
                    }
                }
            }
        }
        return json + [UInt8(ascii: "\n")]
    }
}
