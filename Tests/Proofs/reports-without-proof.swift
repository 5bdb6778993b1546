// error: missing argument for parameter 'for' in call
import MarketCore
import MarketModels

func read(_ store: any ProductStore) async throws -> [Report] { try await store.urgentReports(after: 0, limit: 9) }
