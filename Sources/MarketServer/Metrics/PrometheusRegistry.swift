public import CoreMetrics
import Synchronization

/// A registry of the process's metrics, which it writes in the Prometheus text format 0.0.4.
///
/// Metrics are recorded with swift-metrics: pass the registry to a `Counter`, `Meter` or `Timer` as its factory, or to
/// `MetricsSystem.bootstrap` for the metrics of libraries.
public final class PrometheusRegistry: MetricsFactory {
    private struct Family {
        let kind: PrometheusText.Kind
        /// The samples by their formatted labels.
        var samples: [String: any PrometheusSample]
    }

    private let families = Mutex<[String: Family]>([:])

    public init() {}

    /// Writes all metrics, sorted by name.
    func write(to text: inout PrometheusText) {
        let families = families.withLock { $0 }
        for (name, family) in families.sorted(by: { $0.key < $1.key }) {
            text.begin(name, family.kind)
            for (labels, sample) in family.samples.sorted(by: { $0.key < $1.key }) {
                sample.write(name: name, labels: labels, to: &text)
            }
        }
    }

    /// Returns the sum of all counters with a name.
    func total(of name: String) -> Int64 {
        let family = families.withLock { $0[name] }
        return family?.samples.values.reduce(0) { $0 + (($1 as? PrometheusCounter)?.value ?? 0) } ?? 0
    }

    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        sample(label, dimensions, .counter) { PrometheusCounter() }
    }

    public func makeRecorder(
        label: String,
        dimensions: [(String, String)],
        aggregate: Bool
    ) -> any RecorderHandler {
        guard aggregate else { return sample(label, dimensions, .gauge) { PrometheusGauge() } }
        return sample(label, dimensions, .histogram) { PrometheusHistogram() }
    }

    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        sample(label, dimensions, .gauge) { PrometheusGauge() }
    }

    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        sample(label, dimensions, .histogram) { PrometheusHistogram() }
    }

    // Metrics are never removed: there are few, and Prometheus treats a counter that restarts as a reset.
    public func destroyCounter(_: any CounterHandler) {}
    public func destroyRecorder(_: any RecorderHandler) {}
    public func destroyMeter(_: any MeterHandler) {}
    public func destroyTimer(_: any TimerHandler) {}

    /// Returns the sample with a name and labels. If the name belongs to another kind, the new sample isn't exported.
    private func sample<Sample: PrometheusSample>(
        _ label: String,
        _ dimensions: [(String, String)],
        _ kind: PrometheusText.Kind,
        make: () -> Sample
    ) -> Sample {
        let name = PrometheusText.name(label)
        let labels = PrometheusText.labels(dimensions)
        return families.withLock { families in
            var family = families[name] ?? Family(kind: kind, samples: [:])
            if let known = family.samples[labels] as? Sample { return known }
            let sample = make()
            guard family.kind == kind, family.samples[labels] == nil else { return sample }
            family.samples[labels] = sample
            families[name] = family
            return sample
        }
    }
}
