internal import MarketCore
internal import MarketModels

/// The limit on attempts that all processes share. An attempt is one statement, and checking a secret takes much longer.
struct PostgresAttemptLimiter: AttemptLimiting {
    let state: SharedState
    let limits: AttemptLimiter.Limits

    func beginAttempt(for product: Product.ID, from client: ClientAddress) async throws(StoreError) -> Int? {
        try await state.perform { [limits, moment = state.moment] connection in
            let wait = try connection.firstRow(
                "SELECT begin_attempt($1, $2, $3, $4, $5, $6, $7, $8, $9)",
                [
                    product.rawValue, client.description, limits.perSource, limits.perProduct,
                    limits.perAddress.perMinute, limits.perAddress.burst, limits.total.perMinute, limits.total.burst,
                    moment,
                ]
            ) { try $0.optionalInteger(0) }
            return wait?.map { Int(clamping: $0) }
        }
    }

    func recordSuccess(for product: Product.ID, from client: ClientAddress) async throws(StoreError) {
        try await end(product, client, isRight: true)
    }

    func cancelAttempt(for product: Product.ID, from client: ClientAddress) async throws(StoreError) {
        try await end(product, client, isRight: false)
    }

    private func end(_ product: Product.ID, _ client: ClientAddress, isRight: Bool) async throws(StoreError) {
        try await state.conclude { [limits, moment = state.moment] connection in
            _ = try connection.execute(
                "SELECT end_attempt($1, $2, $3, $4, $5, $6, $7, $8)",
                [
                    product.rawValue, client.description, isRight, limits.perAddress.perMinute, limits.perAddress.burst,
                    limits.total.perMinute, limits.total.burst, moment,
                ]
            )
        }
    }
}

/// A rate limit that all processes share.
struct PostgresClientBudget: ClientBudget {
    let state: SharedState
    let name: String
    let limits: ClientBudgetLimits

    func consume(for client: ClientAddress) async throws(StoreError) -> Int? {
        try await state.perform { [name, limits, moment = state.moment] connection in
            let wait = try connection.firstRow(
                "SELECT take_from_budget($1, $2, $3, $4, $5, $6, $7)",
                [
                    name, client.description, limits.perAddress.perMinute, limits.perAddress.burst,
                    limits.total.perMinute, limits.total.burst, moment,
                ]
            ) { try $0.optionalInteger(0) }
            return wait?.map { Int(clamping: $0) }
        }
    }
}
