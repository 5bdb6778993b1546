import Foundation
import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels
import Testing

@MainActor
struct ReportModelTests {
    private let calls = SuspendingCalls()
    private let receipt = ReportReceipt(token: "0a1b", reason: .scam, reportedAt: Samples.moment)

    private func model(
        _ subject: Report.Subject = .product(Samples.id(9)),
        market: URL? = Samples.market
    ) -> ReportModel {
        var dependencies = AppDependencies.test
        dependencies.market = market
        return ReportModel(subject, named: "의자", service: calls, dependencies: dependencies)
    }

    private func send(_ model: ReportModel) -> Task<Void, Never> { Task { await model.send() } }

    @Test func whatWasEnteredIsSentOnceAndHasAReceipt() async throws {
        let model = model()
        #expect(model.title == "이 상품 신고하기")
        #expect(model.reasons.map(\.reason) == ReportReason.allCases)
        model.reason = .scam
        model.draft.text = "돈부터 보내래요."
        let sending = [send(model), send(model)]
        let call = try await calls.reports.next()
        #expect(model.state == .sending && !model.isWriting)
        #expect(call.request.subject == .product(Samples.id(9)))
        #expect(call.request.draft == ReportDraft(reason: "scam", text: "돈부터 보내래요."))
        call.response(receipt)
        for task in sending { await task.value }
        #expect(model.state == .sent(receipt))
        #expect(model.outcome == "운영자가 아직 확인하고 있어요.")
        #expect(model.receiptLink?.absoluteString == "https://market.example/reports/0a1b")
        await model.send()
        #expect(calls.reports.requests.count == 1)
    }

    @Test func nothingIsSentBeforeItIsComplete() async {
        let model = model()
        #expect(model.problem(with: .reason) == nil, "nothing is wrong before the first attempt")
        await model.send()
        #expect(model.state == .writing(.incomplete))
        #expect(model.problem(with: .reason) == ErrorTexts(language: .korean).sentence(for: .unknownReason))
        #expect(model.firstWrongField == .reason)
        model.reason = .illegal
        #expect(model.problem(with: .reason) == nil)
        #expect(model.firstWrongField == .text)
        #expect(model.problem(with: .goodFaith) != nil)
        model.draft.text = "제 사진이에요."
        model.draft.isInGoodFaith = true
        #expect(model.firstWrongField == nil)
        model.draft.mail = "kim"
        await model.send()
        #expect(model.firstWrongField == .mail && model.failure == nil)
        #expect(calls.reports.requests.isEmpty)
    }

    @Test func failureIsSaidAndLosesNothing() async throws {
        let model = model(.vendor(Vendor.ID(rawValue: 7)))
        #expect(model.title == "이 판매자 신고하기")
        model.reason = .offensive
        model.draft.text = "욕을 해요."
        let texts = ProblemTexts(language: .korean)
        let errors = [
            Samples.lost, Samples.offline, Samples.gone, Samples.refusal(429, .tooManyAttempts, retryAfter: 42),
        ]
        for error in errors {
            let sending = send(model)
            try await calls.reports.next().fail(error)
            await sending.value
            #expect(model.state == .writing(.failed(error)))
            #expect(model.failure == texts.sentence(for: error, .reporting))
            #expect(model.draft.text == "욕을 해요." && model.firstWrongField == nil)
            #expect(model.receiptLink == nil && model.outcome == nil)
        }
        #expect(model.failure?.contains("42초") == true)
        let sending = send(model)
        let call = try await calls.reports.next()
        #expect(model.failure == nil)
        call.response(receipt)
        await sending.value
        #expect(model.state == .sent(receipt))
    }

    @Test func whatTheMarketFindsIsSaidAtItsField() async throws {
        let model = model()
        model.reason = .scam
        let sending = send(model)
        let field = ErrorResponse.Field(name: "name", reason: "이름을 적어 주세요.")
        try await calls.reports.next().fail(Samples.refusal(400, .invalidFields, fields: [field]))
        await sending.value
        #expect(model.problem(with: .name) == "이름을 적어 주세요.")
        #expect(model.problem(with: .text) == nil && model.failure == nil)
    }

    @Test func sendingIsStoppedUnlessTheReportHasArrived() async throws {
        let model = model()
        model.reason = .scam
        let stopped = send(model)
        _ = try await calls.reports.next()
        model.cancel()
        await stopped.value
        #expect(model.state == .writing(nil))
        calls.reports.hearsCancellation = false
        let arrived = send(model)
        let call = try await calls.reports.next()
        model.cancel()
        call.response(receipt)
        await arrived.value
        #expect(model.state == .sent(receipt))
    }

    @Test func earlierDecisionIsSaidAtOnce() async throws {
        let model = model(market: nil)
        model.reason = .scam
        let sending = send(model)
        let decision = Report.Decision(.upheld, reason: "내렸어요.", decidedAt: Samples.moment)
        try await calls.reports.next().response(
            ReportReceipt(token: "0a", reason: .scam, reportedAt: Samples.moment, decision: decision)
        )
        await sending.value
        #expect(model.outcome == "운영자가 신고를 받아들였어요.\n내렸어요.")
        #expect(model.receiptLink == nil, "an app without the address of the market")
    }
}
