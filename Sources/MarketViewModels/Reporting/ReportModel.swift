public import Foundation
public import MarketAPI
public import MarketClient
public import MarketModels
import MarketTexts
public import Observation

/// The model of the form that reports a product or a seller to the operator of the market.
@Observable
@MainActor
public final class ReportModel {
    /// The state of the report.
    public enum State: Hashable, Sendable {
        /// It is being written; after an attempt to send it, with why that failed.
        case writing(FormFailure?)
        /// It is being sent.
        case sending
        /// It has arrived. The operator may have decided already about one that was sent before.
        case sent(ReportReceipt)
    }

    /// The state of the report.
    public private(set) var state = State.writing(nil)
    /// What was entered. What changes while it is being sent isn't sent.
    public var draft = ReportDraft()
    /// What is reported.
    public let subject: Report.Subject
    /// The name of the product or the seller.
    public let name: String

    private let service: any MarketService
    private let dependencies: AppDependencies
    @ObservationIgnored private let call = LatestTask()

    /// Creates an empty form.
    ///
    /// - Parameter dependencies: The language, and the market for ``receiptLink``.
    public init(
        _ subject: Report.Subject,
        named name: String,
        service: any MarketService,
        dependencies: AppDependencies
    ) {
        self.subject = subject
        self.name = name
        self.service = service
        self.dependencies = dependencies
    }

    // MARK: Presentation

    /// The title of the form.
    public var title: String {
        switch subject {
        case .product: interface[.reportListing]
        case .vendor: interface[.reportSeller]
        }
    }

    /// The reasons to choose from.
    public var reasons: [(reason: ReportReason, name: String)] {
        ReportReason.allCases.map { ($0, interface.name(of: $0)) }
    }

    /// The chosen reason; nil until one is chosen.
    public var reason: ReportReason? {
        get { ReportReason(rawValue: draft.reason) }
        set { draft.reason = newValue?.rawValue ?? "" }
    }

    /// Whether the fields can be changed.
    public var isWriting: Bool {
        if case .writing = state { true } else { false }
    }

    /// Returns what is wrong with a field, from the first attempt to send the report on; nil if nothing is.
    public func problem(with field: ReportField) -> String? {
        guard case .writing(let failure?) = state else { return nil }
        if let problem = problems.first(where: { $0.field == field }) {
            return ErrorTexts(language: dependencies.language).sentence(for: problem)
        }
        // A market of another version may want more than this app knows.
        guard case .failed(let error) = failure else { return nil }
        return error.refusal?.fields.first { $0.name == field.rawValue }?.reason
    }

    /// The first field that something is wrong with.
    public var firstWrongField: ReportField? { ReportField.allCases.first { problem(with: $0) != nil } }

    /// Why the report couldn't be sent; nil if it could, or if a field says why.
    public var failure: String? {
        guard case .writing(.failed(let error)) = state, firstWrongField == nil else { return nil }
        return ProblemTexts(language: dependencies.language).sentence(for: error, .reporting)
    }

    /// What became of the report, with the operator's reason if there is a decision; nil until it has arrived.
    public var outcome: String? {
        guard case .sent(let receipt) = state else { return nil }
        let outcome = interface.outcome(of: receipt.decision?.kind)
        return [outcome, receipt.decision?.reason].compactMap(\.self).joined(separator: "\n")
    }

    /// The page that says what became of the report, to be kept by the reporter; nil until it has arrived.
    public var receiptLink: URL? {
        guard case .sent(let receipt) = state else { return nil }
        return dependencies.market?.appending(path: "reports/\(receipt.token)")
    }

    private var interface: InterfaceTexts { InterfaceTexts(language: dependencies.language) }

    private var problems: [ReportProblem] {
        do throws(ReportProblems) {
            _ = try draft.checked()
            return []
        } catch {
            return error.all
        }
    }

    // MARK: Sending

    /// Sends the report if it is complete. It can be sent again after a failure: the market counts it once.
    public func send() async {
        guard isWriting else { return }
        guard problems.isEmpty else {
            state = .writing(.incomplete)
            return
        }
        state = .sending
        let outcome = await call { [service, subject, draft] () async throws(MarketClientError) in
            try await service.report(subject, with: draft)
        }
        switch outcome {
        case .answered(let receipt): state = .sent(receipt)
        case .failed(let error): state = .writing(.failed(error))
        case .cancelled: state = .writing(nil)
        case .superseded: return
        }
    }

    /// Requests cancellation of a report that is being sent. If it has arrived nevertheless, the state shows it.
    public func cancel() {
        call.cancel()
    }
}
