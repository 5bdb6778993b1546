internal import MarketCore
internal import MarketModels

/// Which images any process is about to show or remove.
///
/// A process that ends leaves its claims until they are over. Then an image that it was about to show can be removed, and
/// one that it was removing can be shown.
struct PostgresImageClaims: ImageClaims {
    /// How long an image is held at most, in milliseconds: twice as long as an image of a form is kept.
    private static let holdLifetime: Int64 = 7_200_000
    /// How long a removal may take, in milliseconds. It takes some milliseconds; what takes longer is brought back.
    private static let removalLifetime: Int64 = 30_000
    /// How long to wait before an image that is being removed is looked at again.
    private static let interval: Duration = .milliseconds(20)

    let state: SharedState

    func hold(_ name: ImageName, for lease: String) async throws(MarketError) {
        while true {
            let isHeld = try await state.perform { [moment = state.moment] connection in
                try connection.firstRow(
                    "SELECT hold_image($1, $2, $3, $4)",
                    [name.hexDigits, lease, Self.holdLifetime, moment]
                ) { try $0.boolean(0) }
            }
            if isHeld == true { return }
            do { try await Task.sleep(for: Self.interval) } catch { throw .unavailable(reason: "cancelled") }
        }
    }

    func release(_ names: Set<ImageName>, of lease: String) async {
        // A claim that can't be released now expires.
        _ = try? await state.conclude { connection in
            try connection.execute(
                "DELETE FROM image_hold WHERE lease = $1 AND name = ANY ($2)",
                [lease, names.map(\.hexDigits)]
            )
        }
    }

    func beginRemoval(of names: Set<ImageName>) async throws(MarketError) -> ImageRemoval {
        let remover = String(UInt64.random(in: 0...(.max)), radix: 36)
        let removable = try await state.perform { [moment = state.moment] connection in
            try connection.all(
                "SELECT begin_image_removal($1, $2, $3, $4)",
                [names.map(\.hexDigits), remover, Self.removalLifetime, moment]
            ) { ImageName(try $0.text(0)) }
        }
        return ImageRemoval(names: Set(removable.compactMap(\.self)), remover: remover, endsByItself: true)
    }

    func endRemoval(_ removal: ImageRemoval) async -> Set<ImageName> {
        guard !removal.names.isEmpty else { return [] }
        // What isn't known to have been claimed until now is regarded as lost.
        let claimed = try? await state.conclude { [moment = state.moment] connection in
            try connection.all(
                """
                DELETE FROM image_removal WHERE remover = $1 AND name = ANY ($2)
                RETURNING name, ends_at BETWEEN market_time($3) + 1 AND market_time($3) + 60000
                """,
                [removal.remover, removal.names.map(\.hexDigits), moment]
            ) { try $0.boolean(1) ? ImageName(try $0.text(0)) : nil }
        }
        return removal.names.subtracting((claimed ?? []).compactMap(\.self))
    }
}
