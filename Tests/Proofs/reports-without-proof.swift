// error: missing argument for parameter 'for' in call
import MarketCore
import MarketModels

func read(_ store: any ModerationStore, _ id: Report.ID) async throws -> Report? { try await store.report(id) }
