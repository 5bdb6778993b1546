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

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.get(.page(.report)) { try await show(.product($1.productID()), $0) }
        router.post(.page(.report)) { try await send(.product($1.productID()), $0, $1) }
        router.get(.page(.reportSeller)) { try await show(.vendor($1.vendorID()), $0) }
        router.post(.page(.reportSeller)) { try await send(.vendor($1.vendorID()), $0, $1) }
        router.get(.page(.receipt), use: receipt)
        router.get(.page(.answer)) { site.redirect(to: DeskAddress.manage(try $1.productID()), $0) }
        router.post(.page(.answer), use: answer)
    }

    private func show(_ subject: Report.Subject, _ request: Request) async throws -> Response {
        let page = ReportPage(subject: subject, name: try await site.services.reportListings.name(of: subject))
        return site.form(request, site.visitor(request)) { _ in page }
    }

    private func send(
        _ subject: Report.Subject,
        _ request: Request,
        _ context: MarketRequestContext
    ) async throws -> Response {
        let visitor = site.visitor(request)
        return try await site.forms.withForm(of: request, sentBy: context.clientAddress, from: visitor) { form in
            let draft = ReportDraft(
                reason: form["reason"] ?? "",
                text: form["text"] ?? "",
                name: form["name"] ?? "",
                mail: form["mail"] ?? "",
                isInGoodFaith: form["good_faith"] != nil
            )
            do throws(MarketError) {
                let (receipt, outcome) = try await site.services.reportListings(
                    draft,
                    about: subject,
                    from: context.clientAddress
                )
                context.log(outcome)
                return site.redirect(to: WebRoutePattern.receiptPath(receipt), request).withSecretAddress
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
                var response = site.form(request, visitor, status: status) { _ in page }
                if let waitSeconds { response.headers[.retryAfter] = String(waitSeconds) }
                return response
            }
        }
    }

    /// Stores what the seller answers to a hold, and leads back to the page of the listing, which shows it.
    @Sendable private func answer(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        let visitor = site.visitor(request)
        return try await site.forms.withForm(of: request, sentBy: context.clientAddress, from: visitor) { form in
            let manage = DeskAddress.manage(id)
            guard let browser = visitor.browser,
                let proof = try await site.services.authenticator.right(of: browser, for: id)
            else { return site.redirect(to: manage, request) }
            do throws(MarketError) {
                if try await site.services.moderateListings.answer(proof, form["answer"] ?? "") {
                    context.logger.info("answered", metadata: ["product": "\(id.rawValue)"])
                }
            } catch {
                // An empty answer is none, and can be written again.
                guard case .invalidReport = error else { throw error }
            }
            return site.redirect(to: manage, request)
        }
    }

    @Sendable private func receipt(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let report = try await site.services.reportListings.report(withReceipt: context.segment(.token))
        var name: String?
        if let report {
            do throws(MarketError) {
                name = try await site.services.reportListings.name(of: report.subject)
            } catch {
                guard error.isAbsence else { throw error }
            }
        }
        let page = ReceiptPage(report: report, name: name)
        let status: HTTPResponse.Status = report == nil ? .notFound : .ok
        return site.page(page, site.context(request, site.visitor(request)), status: status)
            .withSecretAddress
    }
}

extension WebRoutePattern {
    static func receiptPath(_ receipt: String) -> String { "/reports/\(receipt)" }
}
