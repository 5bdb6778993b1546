import Foundation
import MarketAPI
import MarketClient
import MarketCore
import MarketModels
import MarketServer
import MarketWeb
import TestMarkets
import Testing

/// Reports and their receipts, against the real server in process.
@Suite struct ReportingTests {
    @Test func aReportHasAReceiptThatTellsWhatBecameOfIt() async throws {
        try await withClient { market in
            let made = try await market.list()
            let draft = ReportDraft(
                reason: ReportReason.illegal.rawValue,
                text: "내 사진이에요. \"\\",
                name: "김민수",
                mail: "kim@example.com",
                isInGoodFaith: true
            )
            let receipt = try await market.client.report(.product(made.id), with: draft)
            #expect(receipt.decision == nil)
            #expect(receipt.reason == .illegal)
            let stored = try #require(
                try await market.market.store.reports(
                    isOpen: true,
                    after: nil,
                    limit: 9,
                    for: OperatorAuthenticator.commandLine
                ).first
            )
            #expect(stored.subject == .product(made.id))
            #expect(stored.content == (try draft.checked()))
            #expect(try await market.client.report(withReceipt: receipt.token) == receipt)
            // Sent once more, it is the same report.
            #expect(try await market.client.report(.product(made.id), with: draft) == receipt)
            #expect(try await market.market.store.openReportCount() == 1)
            let admin = AdminService(services: market.market.services, webApp: Site())
            _ = await admin.perform(.moderation(.decideReport(1, isUpheld: false, reason: "거래 가능", hides: false)))
            let decided = try await market.client.report(withReceipt: receipt.token)
            #expect(decided.decision?.kind == .dismissed && decided.decision?.reason == "거래 가능")
            #expect(decided.token == receipt.token && decided.reportedAt == receipt.reportedAt)
        }
    }

    @Test func aSellerIsReportedAndAStrangersReceiptTellsNothing() async throws {
        try await withClient { market in
            let made = try await market.list()
            let draft = ReportDraft(reason: ReportReason.scam.rawValue)
            let receipt = try await market.client.report(.vendor(made.vendor.id), with: draft)
            let subjects = try await market.market.store.reports(
                isOpen: true,
                after: nil,
                limit: 9,
                for: OperatorAuthenticator.commandLine
            ).map(\.subject)
            #expect(subjects == [.vendor(made.vendor.id)])
            for guess in [String(receipt.token.reversed()), "0", String(receipt.token.dropLast())] {
                let error = await #expect(throws: MarketClientError.self) {
                    try await market.client.report(withReceipt: guess)
                }
                #expect(error?.refusal?.status == 404)
            }
        }
    }

    @Test func whatIsMissingIsSaidByName() async throws {
        try await withClient { market in
            let made = try await market.list()
            let cases: [(ReportDraft, ReportField)] = [
                (ReportDraft(), .reason), (ReportDraft(reason: "other"), .text),
                (ReportDraft(reason: "illegal", text: "x"), .goodFaith),
                (ReportDraft(reason: "scam", mail: "kim"), .mail),
            ]
            for (draft, field) in cases {
                let error = await #expect(throws: MarketClientError.self) {
                    try await market.client.report(.product(made.id), with: draft)
                }
                #expect(error?.refusal?.fields.map(\.name) == [field.rawValue])
            }
            #expect(try await market.market.store.openReportCount() == 0)
        }
    }

    @Test func whatNobodySeesCanNotBeReported() async throws {
        try await withClient { market in
            let made = try await market.list()
            _ = try await market.client.changeState(of: made.id, to: .hidden, by: .secret(ClientMarket.secret))
            let subjects: [Report.Subject] = [
                .product(made.id), .product(Product.ID(rawValue: 99)), .vendor(Vendor.ID(rawValue: 99)),
            ]
            for subject in subjects {
                let error = await #expect(throws: MarketClientError.self) {
                    try await market.client.report(subject, with: ReportDraft(reason: "scam"))
                }
                #expect(error?.isGone == true, "\(subject)")
            }
        }
    }

    @Test func aReportWhoseAnswerWasLostIsSentAgain() async throws {
        let receipt = #"{"receipt":"0a","state":"open","reason":"new_one","reported_at":"2026-01-31T12:00:00Z"}"#
        let transport = ScriptedTransport([
            .failure(.connectionLost(detail: "")), .success(.json(receipt, status: 201)), .failure(.timedOut),
        ])
        let client = MarketAPIClient.over(transport, at: "http://market.example", retry: Pauses().policy(attempts: 2))
        let draft = ReportDraft(reason: "scam")
        let answer = try await client.report(.product(Product.ID(rawValue: 7)), with: draft)
        // A newer market may have reasons that this version doesn't know.
        #expect(answer.token == "0a" && answer.reason == nil && answer.decision == nil)
        #expect(transport.requests.map(\.url.path) == ["/api/products/7/reports", "/api/products/7/reports"])
        #expect(Set(transport.requests.map(\.body)).count == 1)
        await #expect(throws: MarketClientError.self) {
            try await client.report(.vendor(Vendor.ID(rawValue: 3)), with: draft)
        }
        #expect(transport.requests.last?.url.path == "/api/vendors/3/reports")
    }
}
