public import MarketModels

/// The use case of changing the state of a listing, renewing it, and moving it to the top.
public struct ManageListing: Sendable {
    public enum Authority: Sendable {
        case secret(String?)
        /// A right that was issued for the product.
        case right(String)
        /// A browser that holds the right for the product.
        case browser(BrowserKey)
    }

    /// A request for another state, as it was received.
    public struct StateRequest: Hashable, Sendable {
        /// One of `open`, `reserved`, `sold` and `hidden`.
        public let state: String?
        /// The last day of a reservation, such as `2026-11-30`. Nil or empty for the default.
        public let reservedUntil: String?
        /// The seller's private note about a reservation. Nil leaves it unchanged, an empty one removes it.
        public let note: String?

        public init(state: String?, reservedUntil: String? = nil, note: String? = nil) {
            self.state = state
            self.reservedUntil = reservedUntil
            self.note = note
        }
    }

    /// The maximum number of attempts of a change while other requests keep changing the product.
    private static let maximumRetries = 16

    let store: any ProductStore
    let authenticator: SellerAuthenticator
    let clock: any WallClock
    let rules: LifecycleRules

    /// Changes the state of a product. The state that it has already can be requested again, which changes nothing.
    ///
    /// - Parameter source: the network address of the client. Wrong secrets are counted per source.
    /// - Returns: the product as it is now.
    /// - Throws: ``MarketError/lifecycle(_:)`` for a state that is unknown or can't follow, or another error.
    public func changeState(
        of id: Product.ID,
        to request: StateRequest,
        by authority: Authority,
        from source: ClientAddress
    ) async throws(MarketError) -> Product {
        let (target, note) = try checked(request)
        let proof = try await proof(target == .sold ? .sell : .changeState, authority, for: id, from: source)
        return try await change(proof, note: note) { product, now throws(LifecycleProblem) in
            try product.lifecycle.changed(to: target, at: now, by: rules)
        }
    }

    /// Adds another lifetime to what remains of a listing. An expired one becomes open.
    public func renew(
        _ id: Product.ID,
        by authority: Authority,
        from source: ClientAddress
    ) async throws(MarketError) -> Product {
        let proof = try await proof(.renew, authority, for: id, from: source)
        return try await change(proof) { product, now throws(LifecycleProblem) in
            try product.lifecycle.renewed(at: now, by: rules)
        }
    }

    /// Moves a listing to the top of the list of recently bumped ones.
    public func bump(
        _ id: Product.ID,
        by authority: Authority,
        from source: ClientAddress
    ) async throws(MarketError) -> Product {
        let proof = try await proof(.bump, authority, for: id, from: source)
        return try await change(proof) { product, now throws(LifecycleProblem) in
            try product.lifecycle.bumped(at: now, registeredAt: product.registeredAt, by: rules)
        }
    }

    // MARK: Steps

    /// Reads the requested state. The private note is composed (NFC) as the texts of listings are.
    private func checked(
        _ request: StateRequest
    ) throws(MarketError) -> (ListingLifecycle.Request, LifecycleEdit.NoteChange) {
        do throws(LifecycleProblem) {
            let kind = ListingState.Kind(rawValue: request.state?.lowercased() ?? "")
            switch kind {
            case .open: return (.open, .unchanged)
            case .sold: return (.sold, .unchanged)
            case .hidden: return (.hidden, .unchanged)
            case .reserved:
                let note = try request.note.map { text throws(LifecycleProblem) in try LifecycleRules.checkedNote(text)
                }
                return (.reserved(until: try end(of: request)), note.map { .set($0.isEmpty ? nil : $0) } ?? .unchanged)
            case .expired, nil: throw .unknownState
            }
        } catch {
            throw .lifecycle(error)
        }
    }

    private func end(of request: StateRequest) throws(LifecycleProblem) -> Timestamp {
        guard let text = request.reservedUntil, !text.isEmpty else {
            let day = rules.calendar.day(of: clock.now.adding(days: LifecycleRules.usualReservationDays))
            return day.map { rules.calendar.end(of: $0) } ?? clock.now.adding(days: LifecycleRules.usualReservationDays)
        }
        guard let day = CalendarDay(text) else { throw .unreadableDay }
        return rules.calendar.end(of: day)
    }

    private func proof(
        _ action: SellerAuthority.Action,
        _ authority: Authority,
        for id: Product.ID,
        from source: ClientAddress
    ) async throws(MarketError) -> SellerProof {
        let proof =
            switch authority {
            case .secret(let secret): try await authenticator.password(secret, of: id, from: source)
            case .right(let right): try await authenticator.right(right, for: id)
            case .browser(let browser): try await authenticator.right(browser, for: id)
            }
        guard proof.authority.permits(action) else { throw .invalidRight }
        return proof
    }

    private func change(
        _ proof: SellerProof,
        note: LifecycleEdit.NoteChange = .unchanged,
        _ next: (Product, Timestamp) throws(LifecycleProblem) -> ListingLifecycle
    ) async throws(MarketError) -> Product {
        for _ in 0..<Self.maximumRetries {
            let own = try await store.current(proof)
            let product = own.product
            guard !product.vendor.isBlocked else { throw .vendorBlocked }
            guard own.lock == nil else { throw .lifecycle(.locked) }
            let now = clock.now
            let lifecycle: ListingLifecycle
            do throws(LifecycleProblem) {
                lifecycle = try next(product, now)
            } catch {
                // What others hide isn't its seller's to show first.
                if case .cannotFollow = error, let hold = own.hold { throw .lifecycle(.held(hold.kind)) }
                throw .lifecycle(error)
            }
            // Nothing is written for a repeated request, unless the seller hides what an operator hides: it stays hidden afterwards.
            if lifecycle == product.lifecycle, note == .unchanged, own.hold == nil { return product }
            let edit = LifecycleEdit(
                id: product.id,
                expectedVersion: product.version,
                lifecycle: lifecycle,
                changedAt: now,
                note: note
            )
            switch try await store.replaceLifecycle(edit) {
            case .saved(let product, _): return product
            case .conflict: continue
            case .held: throw .lifecycle(.held(own.hold?.kind ?? .hidden))
            case .locked: throw .lifecycle(.locked)
            case .gone: throw .deletedProduct
            }
        }
        throw .busy
    }
}
