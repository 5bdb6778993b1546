internal import CoreMetrics

/// The metrics of an image cache.
struct ImageCacheMetrics: Sendable {
    private let hits = Counter(label: "openmarket_image_cache_hits_total")
    private let misses = Counter(label: "openmarket_image_cache_misses_total")
    private let evictions = Counter(label: "openmarket_image_cache_evictions_total")
    private let bytes = Gauge(label: "openmarket_image_cache_bytes")

    func hit() { hits.increment() }
    func missed() { misses.increment() }
    func evicted(_ count: Int) { evictions.increment(by: Int64(count)) }
    func hold(_ byteCount: Int) { bytes.record(byteCount) }
}
