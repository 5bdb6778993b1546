import Hummingbird
import Logging
import MarketCore
import MarketModels
import MarketServer

extension MarketServices {
    /// Performs a seller's action on several products, one after the other, with the rights of the browser.
    ///
    /// - Parameter reservation: the day and the note of a reservation.
    /// - Throws: An error that is about none of the products, or ``MarketError/lifecycle(_:)`` for an unusable day or note.
    func perform(
        _ action: DeskAction,
        onEach ids: [Product.ID],
        reservation: ManageListing.StateRequest? = nil,
        by browser: BrowserKey?,
        _ request: PageRequest
    ) async throws(MarketError) -> DeskReport {
        var report = DeskReport()
        for id in ids {
            let result = try await result(of: action, on: id, reservation, by: browser, request)
            report.entries.append(.init(action: action, id: id, result: result))
        }
        return report
    }

    private func result(
        of action: DeskAction,
        on id: Product.ID,
        _ reservation: ManageListing.StateRequest?,
        by browser: BrowserKey?,
        _ request: PageRequest
    ) async throws(MarketError) -> DeskOutcome.Result {
        guard let browser else { return .needsPassword }
        let authority = ManageListing.Authority.browser(browser)
        let source = request.client
        do throws(MarketError) {
            let product: Product
            switch action {
            case .endLink:
                try await rights.endLink(of: id, by: browser)
                request.context.logger.info("link ended", metadata: ["product": "\(id.rawValue)"])
                return .done
            case .renew: product = try await manageListing.renew(id, by: authority, from: source)
            case .bump: product = try await manageListing.bump(id, by: authority, from: source)
            case .reserve, .sell, .open, .hide:
                product = try await manageListing.changeState(
                    of: id,
                    to: reservation ?? ManageListing.StateRequest(state: Self.state(of: action).rawValue),
                    by: authority,
                    from: source
                )
            }
            request.context.logger.changedState(of: product)
            return .done
        } catch {
            switch error {
            case .lifecycle(let problem) where problem.field == nil: return .failed(problem)
            case .invalidRight: return .needsPassword
            case .deletedProduct, .removedProduct, .heldProduct, .unknownProduct: return .gone
            default: throw error
            }
        }
    }

    private static func state(of action: DeskAction) -> ListingState.Kind {
        switch action {
        case .reserve: .reserved
        case .sell: .sold
        case .hide: .hidden
        case .open, .renew, .bump, .endLink: .open
        }
    }
}
