import HTTPTypes
import Hummingbird
import Logging
import MarketAPI
import MarketCore
import MarketModels
import MarketServer

/// The pages for reporting a listing or a seller, and for seeing what became of it (UX.md, “Reporting”).
struct ReportPages: Sendable {
    let site: PageResponder

    func addRoutes(to router: PageRouter) {
        router.get(.report, use: { try await show(.product($0.context.productID()), $0) })
        router.post(.report, use: { try await send(.product($0.context.productID()), $0) })
        router.get(.reportSeller, use: { try await show(.vendor($0.context.vendorID()), $0) })
        router.post(.reportSeller, use: { try await send(.vendor($0.context.vendorID()), $0) })
        router.get(.receipt, use: receipt)
        router.get(.answer, use: { $0.redirect(to: DeskAddress.manage(try $0.context.productID())) })
        router.post(.answer, use: answer)
    }

    private func show(_ subject: Report.Subject, _ request: PageRequest) async throws -> Response {
        let name = try await site.services.reportListings.name(of: subject)
        return request.form(ReportPage(subject: subject, name: name))
    }

    private func send(_ subject: Report.Subject, _ request: PageRequest) async throws -> Response {
        try await request.withForm { form in
            let draft = ReportDraft(
                reason: form["reason"] ?? "",
                text: form["text"] ?? "",
                name: form["name"] ?? "",
                mail: form["mail"] ?? "",
                isInGoodFaith: form["good_faith"] != nil
            )
            if let language = form.language {
                let name = try await site.services.reportListings.name(of: subject)
                return request.choosing(language).form(ReportPage(subject: subject, name: name, draft: draft))
            }
            do throws(MarketError) {
                let (receipt, outcome) = try await site.services.reportListings(
                    draft,
                    about: subject,
                    from: request.client
                )
                request.context.log(outcome)
                return request.redirect(to: WebRoutePattern.receiptPath(receipt)).withSecretAddress
            } catch {
                var (problems, waitSeconds): ([ReportProblem], Int?) = ([], nil)
                switch error {
                case .invalidReport(let found): problems = found.all
                case .tooManyRequests(let seconds): waitSeconds = seconds
                default: throw error
                }
                let page = ReportPage(
                    subject: subject,
                    name: try await site.services.reportListings.name(of: subject),
                    draft: draft,
                    problems: problems,
                    waitSeconds: waitSeconds
                )
                let status: HTTPResponse.Status = waitSeconds == nil ? .unprocessableContent : .tooManyRequests
                var response = request.form(page, status: status)
                if let waitSeconds { response.headers[.retryAfter] = String(waitSeconds) }
                return response
            }
        }
    }

    /// Stores what the seller answers to a hold, and leads back to the page of the listing, which shows it.
    @Sendable private func answer(_ request: PageRequest) async throws -> Response {
        let id = try request.context.productID()
        return try await request.withForm { form in
            if let language = form.language {
                return try await DeskPages(site: site).showProduct(request.choosing(language), answer: form["answer"])
            }
            let manage = DeskAddress.manage(id)
            guard let proof = try await site.services.right(of: request.visitor, for: id) else {
                return request.redirect(to: manage)
            }
            do throws(MarketError) {
                if try await site.services.moderateListings.answer(proof, form["answer"] ?? "") {
                    request.context.logger.info("answered", metadata: ["product": "\(id.rawValue)"])
                }
            } catch {
                // An empty answer is none, and can be written again.
                guard case .invalidReport = error else { throw error }
            }
            return request.redirect(to: manage)
        }
    }

    @Sendable private func receipt(_ request: PageRequest) async throws -> Response {
        let report = try await site.services.reportListings.report(withReceipt: request.context.segment(.token))
        var name: String?
        if let report {
            name = try await unlessAbsent { () throws(MarketError) in
                try await site.services.reportListings.name(of: report.subject)
            }
        }
        let page = ReceiptPage(report: report, name: name)
        let status: HTTPResponse.Status = report == nil ? .notFound : .ok
        return request.page(page, status: status).withSecretAddress
    }
}

extension WebRoutePattern {
    static func receiptPath(_ receipt: String) -> String { "/reports/\(receipt)" }
}
