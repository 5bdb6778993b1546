import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import MarketTexts

/// The page that asks until which day, and with what note, listings are reserved.
extension DeskPages {
    @Sendable func showReservation(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let fields = request.queryFields
        let ids = Self.ids(fields.pairs.filter { $0.name == "products" }.map(\.value))
        return try await reservation(ids, Self.back(fields["back"], request), request, context)
    }

    @Sendable func reserve(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let visitor = site.visitor(request)
        return try await site.forms.withForm(of: request, sentBy: context.clientAddress, from: visitor) { form in
            let back = Self.back(form["back"], request)
            let ids = Self.ids(form.all("products"))
            guard !ids.isEmpty else { return site.redirect(to: back, request) }
            let reservation = ManageListing.StateRequest(
                state: ListingState.Kind.reserved.rawValue,
                reservedUntil: form["day"],
                note: form["note"]
            )
            do {
                return try await redirect(
                    to: back,
                    afterPerforming: .reserve,
                    on: ids,
                    reservation: reservation,
                    request,
                    context
                )
            } catch MarketError.lifecycle(let problem) {
                return try await self.reservation(ids, back, typed: reservation, problem: problem, request, context)
            }
        }
    }

    private func reservation(
        _ ids: [Product.ID],
        _ back: String,
        typed: ManageListing.StateRequest? = nil,
        problem: LifecycleProblem? = nil,
        _ request: Request,
        _ context: MarketRequestContext
    ) async throws -> Response {
        let visitor = site.visitor(request)
        let vendor = try await site.vendor(of: visitor)
        var products: [(product: Product, own: SellerProduct?)] = []
        for id in ids {
            if let proof = try await right(of: visitor, for: id) {
                let own = try await site.services.showProduct(proof)
                products.append((own.product, own))
                continue
            }
            guard let view = try await view(id, for: visitor) else { continue }
            // A browser without the right is asked for the password first.
            guard ids.count > 1 else {
                return site.redirect(to: DeskAddress.manage(id, doing: .reserve, back: back), request)
            }
            // One of the seller's own without the right is named if everybody may see it, and refused afterwards.
            if case .everybody(let product) = view, product.vendor.id == vendor?.id { products.append((product, nil)) }
        }
        guard !products.isEmpty else { return site.redirect(to: back, request) }
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
        let sentence = problem.map { ErrorTexts(language: visitor.language).sentence(for: $0) }
        let page = ReservePage(
            products: products.map { ($0.product.id, $0.product.listing.name) },
            day: day,
            note: note,
            days: min(today, last)...last,
            problem: sentence.map { ($0, problem?.isAboutNote ?? false) },
            back: back
        )
        return site.form(request, visitor, status: problem == nil ? .ok : .unprocessableContent) { _ in page }
            .forSellerOnly
    }
}
