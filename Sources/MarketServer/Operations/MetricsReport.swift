import MarketCore
import MarketModels

/// The report at `/metrics`: the recorded metrics, and values that are determined on request.
struct MetricsReport: Sendable {
    let dependencies: ServerDependencies

    private var services: MarketServices { dependencies.services }

    func text() async -> String {
        var text = PrometheusText()
        dependencies.registry.write(to: &text)
        await writeMarket(to: &text)
        if let load = services.store.load { Self.write(load, to: &text) }
        writeProcess(to: &text)
        return text.text
    }

    private func writeMarket(to text: inout PrometheusText) async {
        text.begin("openmarket_build_info", .gauge, help: "The version of the server.")
        text.line("openmarket_build_info", PrometheusText.labels([("version", MarketVersion.text)]), 1)
        let productCount = try? await services.browseProducts(ProductQuery(size: 1), for: .unknown).totalCount
        let reportCount = try? await services.store.openReportCount()
        let connections = dependencies.connections.counts
        let (cachedCount, cachedBytes) = dependencies.cache.contents
        let gauges: [(name: String, value: Int?, help: String)] = [
            ("openmarket_revision", Int(clamping: services.store.revision.rawValue), "Revision of the store."),
            ("openmarket_products", productCount, "Products for sale."),
            ("openmarket_reports_open", reportCount, "Reports that wait for a decision."),
            ("openmarket_uploads_in_progress", dependencies.slots.count, "Requests that hold an upload slot."),
            ("openmarket_uploads_waiting", dependencies.slots.waitingCount, "Requests waiting for an upload slot."),
            ("openmarket_spooled_bytes", dependencies.spooledBytes.byteCount, "Bytes of incoming images on disk."),
            ("openmarket_body_memory_bytes", dependencies.bodyMemory.byteCount, "Bytes of incoming fields in memory."),
            ("openmarket_connections", connections.open, "Open connections."),
            ("openmarket_connections_limit", connections.capacity, "Maximum number of connections."),
            ("openmarket_answer_cache_answers", cachedCount, "Cached responses."),
            ("openmarket_answer_cache_bytes", cachedBytes, "Approximate size of the response cache, in bytes."),
        ]
        for case (let name, let value?, let help) in gauges {
            text.single(name, .gauge, Double(value), help: help)
        }
    }

    private static func write(_ load: StoreLoad, to text: inout PrometheusText) {
        typealias Count = (name: String, kind: PrometheusText.Kind, help: String, value: (StoreLoad.Pool) -> Int)
        let counts: [Count] = [
            ("limit", .gauge, "Maximum number of connections to PostgreSQL.", { $0.limit }),
            ("used", .gauge, "Connections to PostgreSQL that are in use.", { $0.usedCount }),
            ("idle", .gauge, "Connections to PostgreSQL that wait for work.", { $0.idleCount }),
            ("waiting", .gauge, "Operations that wait for a connection.", { $0.waitingCount }),
            ("opened_total", .counter, "Connections that were opened.", { $0.openedCount }),
            ("broken_total", .counter, "Connections that were lost or couldn't be opened.", { $0.brokenCount }),
        ]
        for count in counts {
            let name = "openmarket_postgres_connections_" + count.name
            text.begin(name, count.kind, help: count.help)
            for pool in load.pools {
                text.line(name, PrometheusText.labels([("pool", pool.name)]), Double(count.value(pool)))
            }
        }
        text.single(
            "openmarket_change_log_lag_seconds",
            .gauge,
            load.lag / .seconds(1),
            help: "How old what this server knows of other servers' changes is, in seconds."
        )
    }

    private func writeProcess(to text: inout PrometheusText) {
        let process = ProcessMetrics()
        text.single(
            "process_cpu_seconds_total",
            .counter,
            process.processorSeconds,
            help: "User and system CPU time, in seconds."
        )
        if let bytes = process.residentByteCount {
            text.single("process_resident_memory_bytes", .gauge, Double(bytes), help: "Resident memory, in bytes.")
        }
        if let count = process.openFileCount {
            text.single("process_open_fds", .gauge, Double(count), help: "Open file descriptors.")
        }
        text.single(
            "process_start_time_seconds",
            .gauge,
            Double(dependencies.startedAt.millisecondsSinceEpoch) / 1000,
            help: "Start time of the server, in seconds since 1970."
        )
    }
}
