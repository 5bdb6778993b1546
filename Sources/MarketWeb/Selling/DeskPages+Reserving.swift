import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import MarketTexts

/// The page that asks until which day, and with what note, listings are reserved.
extension DeskPages {
    @Sendable func showReservation(_ request: PageRequest) async throws -> Response {
        let fields = request.queryFields
        let ids = Self.ids(fields.pairs.filter { $0.name == "products" }.map(\.value))
        return try await reservation(ids, Self.back(fields["back"], request), request)
    }

    @Sendable func reserve(_ request: PageRequest, _ form: WebForm) async throws -> Response {
        let back = Self.back(form["back"], request)
        let ids = Self.ids(form.all("products"))
        let reservation = ManageListing.StateRequest(
            state: ListingState.Kind.reserved.rawValue,
            reservedUntil: form["day"],
            note: form["note"]
        )
        if let language = form.language {
            return try await self.reservation(ids, back, typed: reservation, request.choosing(language))
        }
        do {
            return try await redirect(
                to: back,
                afterPerforming: .reserve,
                on: ids,
                reservation: reservation,
                request
            )
        } catch MarketError.lifecycle(let problem) {
            return try await self.reservation(ids, back, typed: reservation, problem: problem, request)
        }
    }

    private func reservation(
        _ ids: [Product.ID],
        _ back: String,
        typed: ManageListing.StateRequest? = nil,
        problem: LifecycleProblem? = nil,
        _ request: PageRequest
    ) async throws -> Response {
        let vendor = try await site.vendor(of: request.visitor)
        var products: [(product: Product, own: SellerProduct?)] = []
        for id in ids {
            if let proof = try await site.services.right(of: request.visitor, for: id) {
                let own = try await site.services.showProduct(proof)
                products.append((own.product, own))
                continue
            }
            guard let view = try await view(id, for: request.visitor) else { continue }
            // A browser without the right is asked for the password first.
            guard ids.count > 1 else {
                return request.redirect(to: DeskAddress.manage(id, doing: .reserve, back: back))
            }
            // One of the seller's own without the right is named if everybody may see it, and refused afterwards.
            if case .everybody(let product) = view, product.vendor.id == vendor?.id { products.append((product, nil)) }
        }
        guard !products.isEmpty else { return request.redirect(to: back) }
        let (now, calendar) = (site.services.clock.now, site.services.policy.lifecycles.calendar)
        let today = calendar.day(of: now)?.text ?? ""
        let last = calendar.day(of: now.adding(days: LifecycleRules.maximumReservationDays))?.text ?? ""
        let only = products.count == 1 ? products.first : nil
        var day = calendar.day(of: now.adding(days: LifecycleRules.usualReservationDays))?.text ?? ""
        var note = ""
        if let own = only?.own, case .reserved(let end) = own.product.state {
            day = calendar.lastDay(before: end)?.text ?? day
            note = own.reservationNote ?? ""
        }
        if let typed { (day, note) = (typed.reservedUntil ?? "", typed.note ?? "") }
        let sentence = problem.map { ErrorTexts(language: request.visitor.language).sentence(for: $0) }
        let page = ReservePage(
            products: products.map { ($0.product.id, $0.product.listing.name) },
            day: day,
            note: note,
            days: min(today, last)...last,
            problem: sentence.map { ($0, problem?.field == "note") },
            back: back
        )
        return request.form(page, status: problem == nil ? .ok : .unprocessableContent).forSellerOnly
    }
}
