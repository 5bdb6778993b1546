import Foundation
import MarketAPI
import MarketClient
import MarketModels

/// Lists the products of a file, several at once, and notes each one as soon as it is listed.
struct Importer: Sendable {
    struct Outcome: Sendable {
        var listed = 0
        var problems: [ImportProblem] = []
        /// Why the rest was not tried; nil when all was.
        var end: MarketClientError?

        var done: Int { listed + problems.count }
    }

    let client: MarketAPIClient
    /// How many products are sent at once.
    let jobs: Int
    /// For lines without one of their own.
    let password: String
    let journal: ImportJournal
    /// Does what else is to be done with a product that has just been listed, and its password.
    let keep: @Sendable (Product.ID, String) async throws -> Void

    /// - Parameters:
    ///   - lines: what has not been listed yet, in the order in which it is to be listed.
    ///   - advance: called behind each line with how many are done.
    func list(_ lines: [ImportLine], advance: (Int) -> Void) async throws -> Outcome {
        var outcome = Outcome()
        var waiting = lines.makeIterator()
        try await withThrowingTaskGroup(of: Sent.self) { group in
            for _ in 0..<jobs {
                guard let line = waiting.next() else { break }
                group.addTask { await send(line) }
            }
            while let sent = try await group.next() {
                switch sent.result {
                case .success(let product):
                    try journal.note(sent.line, is: product)
                    try await keep(product, sent.line.password ?? password)
                    outcome.listed += 1
                case .failure(let error) where error.concernsAll:
                    outcome.end = outcome.end ?? error
                    group.cancelAll()
                case .failure(let error):
                    outcome.problems.append(ImportProblem(line: sent.line.line, sentence: error.importSentence))
                }
                advance(outcome.done)
                if outcome.end == nil, let next = waiting.next() { group.addTask { await send(next) } }
            }
        }
        return outcome
    }

    private static let longestWait = Duration.seconds(30)

    private struct Sent: Sendable {
        let line: ImportLine
        let result: Result<Product.ID, MarketClientError>
    }

    private func send(_ line: ImportLine) async -> Sent {
        var listing = line.listing
        if line.password == nil { listing.secret = password }
        let patience = ContinuousClock.now + Self.longestWait
        while true {
            do throws(MarketClientError) {
                let product = try await client.list(listing, key: journal.key(of: line))
                return Sent(line: line, result: .success(product.id))
            } catch {
                // The market is still busy with what a run that was cut off had sent it.
                let isWorthWaiting = error.refusal?.code == .requestUnderWay && ContinuousClock.now < patience
                guard isWorthWaiting, (try? await Task.sleep(for: .seconds(1))) != nil else {
                    return Sent(line: line, result: .failure(error))
                }
            }
        }
    }
}

extension MarketClientError {
    /// Whether the other lines would meet the same.
    fileprivate var concernsAll: Bool {
        switch self {
        // A line whose answer was lost is sent again by the next run: it has its key.
        case .cancelled, .unreachable, .unreadableAnswer, .outcomeUnknown: true
        case .unusableFile: false
        case .refused(let refusal):
            switch refusal.code {
            case .registrationClosed, .vendorBlocked, .missingIdentifier, .storageFull, .unavailable, .busy,
                .requestUnderWay:
                true
            default: refusal.status == 429
            }
        }
    }

    fileprivate var importSentence: String {
        // The market knows the line's key, and what it listed under it was something else.
        guard refusal?.status == 422 else { return sentence }
        return "An earlier run was cut off while sending this product with another password or picture. "
            + "Run it again with the password used then."
    }
}
