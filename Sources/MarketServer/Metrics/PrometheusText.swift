import CoreMetrics
import Synchronization

/// A writer of the Prometheus text format, version 0.0.4.
struct PrometheusText {
    enum Kind: String, Sendable {
        case counter, gauge, histogram
    }

    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var text = ""

    mutating func begin(_ name: String, _ kind: Kind, help: String? = nil) {
        if let help { text += "# HELP \(name) \(help)\n" }
        text += "# TYPE \(name) \(kind.rawValue)\n"
    }

    mutating func line(_ name: String, _ labels: String, _ value: Double) {
        text += labels.isEmpty ? name : "\(name){\(labels)}"
        text += " \(Self.number(value))\n"
    }

    /// Writes a metric with a single line.
    mutating func single(_ name: String, _ kind: Kind, _ value: Double, help: String) {
        begin(name, kind, help: help)
        line(name, "", value)
    }

    /// Returns a valid metric name, with underscores in place of invalid characters.
    static func name(_ label: String) -> String {
        let name = String(
            label.map { character in
                character.isASCII && (character.isLetter || character.isNumber || character == ":") ? character : "_"
            }
        )
        return name.first?.isNumber == true ? "_" + name : name
    }

    static func labels(_ dimensions: [(String, String)]) -> String {
        dimensions.map { name, value in
            let escaped = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
            return "\(Self.name(name))=\"\(escaped)\""
        }.joined(separator: ",")
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() && value.magnitude < 1e15 ? String(Int64(value)) : "\(value)"
    }
}

/// A metric that is written as one line or, for a histogram, as several.
protocol PrometheusSample: AnyObject, Sendable {
    func write(name: String, labels: String, to text: inout PrometheusText)
}

final class PrometheusCounter: CounterHandler, PrometheusSample {
    private let count = Atomic<Int64>(0)

    func increment(by amount: Int64) { count.add(amount, ordering: .relaxed) }
    func reset() { count.store(0, ordering: .relaxed) }
    var value: Int64 { count.load(ordering: .relaxed) }

    func write(name: String, labels: String, to text: inout PrometheusText) {
        text.line(name, labels, Double(value))
    }
}

final class PrometheusGauge: MeterHandler, RecorderHandler, PrometheusSample {
    private let value = Mutex<Double>(0)

    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { self.value.withLock { $0 = value } }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }
    func record(_ value: Int64) { set(value) }
    func record(_ value: Double) { set(value) }

    func write(name: String, labels: String, to text: inout PrometheusText) {
        text.line(name, labels, value.withLock { $0 })
    }
}

/// A histogram of the recorded values. Timers record seconds.
final class PrometheusHistogram: TimerHandler, RecorderHandler, PrometheusSample {
    /// The upper bounds of the buckets, from microseconds for a cached response to seconds for an upload.
    static let bounds: [Double] = [
        0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]

    private struct Counts {
        var buckets = [UInt64](repeating: 0, count: bounds.count + 1)
        var sum = 0.0
    }

    private let counts = Mutex(Counts())

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1_000_000_000) }
    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        let bucket = Self.bounds.firstIndex { value <= $0 } ?? Self.bounds.count
        counts.withLock {
            $0.buckets[bucket] += 1
            $0.sum += value
        }
    }

    func write(name: String, labels: String, to text: inout PrometheusText) {
        let counts = counts.withLock { $0 }
        let prefix = labels.isEmpty ? "" : labels + ","
        var total: UInt64 = 0
        for (bucket, bound) in (Self.bounds.map { "\($0)" } + ["+Inf"]).enumerated() {
            total += counts.buckets[bucket]
            text.line(name + "_bucket", prefix + PrometheusText.labels([("le", bound)]), Double(total))
        }
        text.line(name + "_sum", labels, counts.sum)
        text.line(name + "_count", labels, Double(total))
    }
}
