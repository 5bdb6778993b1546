/// The state of a listing and the times at which it changes. All transitions are pure functions of the time; a
/// store writes their results.
public struct ListingLifecycle: Hashable, Sendable {
    /// The lifecycle of a new listing in a market without a lifetime.
    public static let new = ListingLifecycle(state: .open)

    /// The current state.
    public let state: ListingState
    /// Whether lists show the product. Open and reserved products are always listed, hidden and expired ones never, and
    /// sold ones for some days.
    public let isListed: Bool
    /// The end of the listing's lifetime, or nil if it has none.
    public let expiresAt: Timestamp?
    /// When the seller last moved the listing to the top, or nil for never.
    public let bumpedAt: Timestamp?

    /// Creates a lifecycle.
    ///
    /// - Parameter isListed: Whether lists show the product. Only considered for sold products.
    public init(
        state: ListingState,
        isListed: Bool = true,
        expiresAt: Timestamp? = nil,
        bumpedAt: Timestamp? = nil
    ) {
        self.state = state
        if case .sold = state { self.isListed = isListed } else { self.isListed = state.isForSale }
        self.expiresAt = expiresAt
        self.bumpedAt = bumpedAt
    }

    private func with(_ state: ListingState, expiresAt: Timestamp?) -> ListingLifecycle {
        ListingLifecycle(state: state, expiresAt: expiresAt, bumpedAt: bumpedAt)
    }
}

// MARK: Changes by the seller

extension ListingLifecycle {
    /// A state that a seller requests.
    public enum Request: Hashable, Sendable {
        case open
        /// The product is promised to somebody until a moment.
        case reserved(until: Timestamp)
        case sold
        case hidden

        /// The kind of the requested state.
        public var kind: ListingState.Kind {
            switch self {
            case .open: .open
            case .reserved: .reserved
            case .sold: .sold
            case .hidden: .hidden
            }
        }
    }

    /// Returns the lifecycle in a requested state.
    ///
    /// | from | to |
    /// |---|---|
    /// | open | reserved, sold, hidden |
    /// | reserved | open, reserved until another moment, sold, hidden |
    /// | sold | open, hidden |
    /// | hidden | open |
    /// | expired | sold; it is open again once it is renewed |
    ///
    /// The state that a product has already can be requested again, which changes nothing: an answer may have been
    /// lost. A listing that is opened after its lifetime gets a new one.
    ///
    /// - Throws: The reason why the state can't follow the current one.
    public func changed(
        to request: Request,
        at now: Timestamp,
        by rules: LifecycleRules
    ) throws(LifecycleProblem) -> ListingLifecycle {
        switch (state, request) {
        case (.open, .open), (.sold, .sold), (.hidden, .hidden):
            return self
        case (.reserved, .open), (.sold, .open), (.hidden, .open):
            return with(.open, expiresAt: rules.expiryOfOpened(expiresAt, at: now))
        case (.open, .reserved(let end)), (.reserved, .reserved(let end)):
            guard end > now else { throw rules.dayInThePast(at: now) }
            guard end <= rules.latestEndOfReservation(at: now) else {
                throw .dayTooFarAhead(maximumDays: LifecycleRules.maximumReservationDays)
            }
            return with(.reserved(until: end), expiresAt: expiresAt)
        case (.open, .sold), (.reserved, .sold), (.expired, .sold):
            return with(.sold(at: now), expiresAt: expiresAt)
        case (.open, .hidden), (.reserved, .hidden), (.sold, .hidden):
            return with(.hidden, expiresAt: expiresAt)
        case (.sold, .reserved), (.hidden, .reserved), (.hidden, .sold), (.expired, .open),
            (.expired, .reserved), (.expired, .hidden):
            throw .cannotFollow(state.kind, request.kind)
        }
    }

    /// Returns the lifecycle with another lifetime added to what remains, at most two in all. An expired listing becomes
    /// open. In a market without a lifetime, nothing remains to be extended.
    ///
    /// - Throws: ``LifecycleProblem/cannotRenew`` for a sold product.
    public func renewed(at now: Timestamp, by rules: LifecycleRules) throws(LifecycleProblem) -> ListingLifecycle {
        switch state {
        case .sold: throw .cannotRenew
        case .expired: return with(.open, expiresAt: rules.renewedExpiry(expiresAt, at: now))
        case .open, .reserved, .hidden: return with(state, expiresAt: rules.renewedExpiry(expiresAt, at: now))
        }
    }

    /// Returns the lifecycle after a move to the top of the list of recently bumped products.
    ///
    /// - Parameter registeredAt: When the product was listed, which counts as the first move.
    /// - Throws: ``LifecycleProblem/notForSale`` unless the product is open or reserved, or
    ///   ``LifecycleProblem/bumpedRecently(days:)`` if the last move was too recent.
    public func bumped(
        at now: Timestamp,
        registeredAt: Timestamp,
        by rules: LifecycleRules
    ) throws(LifecycleProblem) -> ListingLifecycle {
        guard state.isForSale else { throw .notForSale }
        let next = (bumpedAt ?? registeredAt).adding(days: rules.bumpDays)
        guard now >= next else { throw .bumpedRecently(days: now.days(until: next)) }
        return ListingLifecycle(state: state, expiresAt: expiresAt, bumpedAt: now)
    }
}

// MARK: Links

extension ListingLifecycle {
    /// Returns what the seller's link can do with the listing now (``SellerAuthority/link``): say that it is sold, and renew
    /// it where listings have a lifetime. It is empty where nothing is left to do, and then the link has ended.
    public func actionsOfLink(at now: Timestamp, by rules: LifecycleRules) -> [SellerAuthority.Action] {
        var actions: [SellerAuthority.Action] = []
        let canRenew = (try? renewed(at: now, by: rules)) != nil
        if canRenew, rules.lifetimeDays != nil || state.kind == .expired { actions.append(.renew) }
        if state.isForSale || state.kind == .expired { actions.append(.sell) }
        return actions
    }
}

// MARK: Changes by time

extension ListingLifecycle {
    /// Returns the lifecycle that the passing of time has led to: reservations end, sold products leave the lists, and
    /// lifetimes end. Nil if nothing is due.
    public func advanced(to now: Timestamp, by rules: LifecycleRules) -> ListingLifecycle? {
        switch state {
        case .reserved(let end) where end <= now:
            let opened = with(.open, expiresAt: expiresAt)
            return opened.advanced(to: now, by: rules) ?? opened
        case .open where rules.lifetimeDays != nil:
            guard let expiresAt, expiresAt <= now else { return nil }
            return with(.expired(at: expiresAt), expiresAt: expiresAt)
        case .sold(let time) where isListed && time <= rules.latestUnlistedSale(at: now):
            return ListingLifecycle(state: state, isListed: false, expiresAt: expiresAt, bumpedAt: bumpedAt)
        case .open, .reserved, .sold, .hidden, .expired:
            return nil
        }
    }
}
