import InMemoryTracing
import MarketCore
import MarketModels
import Testing
import Tracing

@testable import MarketSQLite

@Suite("Spans of statements, on SQLite")
struct TracingTests {
    /// Returns the finished spans of what `body` does with a store, below one span.
    private func spans(
        _ body: @escaping @Sendable (SQLiteProductStore) async throws -> Void
    ) async throws -> [FinishedInMemorySpan] {
        let tracer = InMemoryTracer()
        try await withStore { store in
            try await withTracer(tracer) {
                try await withSpan("request") { _ in try await body(store) }
            }
            // What isn't traced has no spans, also on a connection that was.
            _ = try await store.page(ProductQuery(size: 7))
        }
        return tracer.finishedSpans
    }

    private func text(of span: FinishedInMemorySpan) throws -> String {
        guard case .string(let text) = try #require(span.attributes.get("db.query.text")) else { return "" }
        return text
    }

    @Test func statementsAreBelowTheirWorkAndTheirWorkBelowTheRequest() async throws {
        let spans = try await spans { store in _ = try await store.page(ProductQuery(size: 5)) }
        let request = try #require(spans.first { $0.operationName == "request" })
        let work = spans.filter { $0.operationName == "sqlite" }
        #expect(work.count == 1)
        #expect(work.allSatisfy { $0.parentSpanID == request.spanID })
        let statements = spans.filter { $0.parentSpanID == work.first?.spanID }
        let texts = try statements.map(text)
        #expect(texts.contains { $0.hasPrefix("SELECT") || $0.hasPrefix("WITH") })
        #expect(statements.allSatisfy { $0.attributes.get("db.system.name") == .string("sqlite") })
        #expect(spans.count == 1 + work.count + statements.count)
    }

    @Test func writesHaveSpansOfTheirStatementsAndNoneOfTriggers() async throws {
        let spans = try await spans { store in
            _ = try await store.addVendor(.sample())
            _ = try await store.add(.sample(of: 1))
        }
        let write = try #require(spans.last { $0.operationName == "sqlite-write" })
        let statements = spans.filter { $0.parentSpanID == write.spanID }
        #expect(statements.first?.operationName == "BEGIN")
        #expect(statements.last?.operationName == "COMMIT")
        let texts = try statements.map(text)
        #expect(texts.contains { $0.hasPrefix("INSERT INTO product ") })
        #expect(!texts.contains { $0.hasPrefix("--") })
    }

    @Test func valuesAreNotInSpans() async throws {
        let spans = try await spans { store in
            let search = ProductSearch("somebody's secret wish", in: .nameAndDescription)
            _ = try await store.page(ProductQuery(size: 5, search: search))
        }
        #expect(spans.contains { $0.operationName == "sqlite-long" })
        for span in spans { #expect(!"\(span.attributes)".contains("secret wish")) }
    }
}
