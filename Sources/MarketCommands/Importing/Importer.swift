import Foundation
import MarketAPI
import MarketClient
import MarketModels

/// Lists the products of a file concurrently, and records each one as soon as it is listed.
struct Importer: Sendable {
    struct Outcome: Sendable {
        var listed = 0
        var problems: [ImportProblem] = []
        /// The products that were listed but didn't get their state.
        var stateProblems: [ImportProblem] = []
        /// Why the remaining lines were not tried, or nil if all were.
        var end: MarketClientError?

        var done: Int { listed + problems.count }
    }

    let client: MarketAPIClient
    /// The number of products sent concurrently.
    let jobs: Int
    /// The password of lines without their own.
    let password: String
    let journal: ImportJournal
    /// Called with each listed product and its password.
    let didList: @Sendable (Product.ID, String) async throws -> Void

    /// Lists products until all are listed or an error affects all of them.
    ///
    /// - Parameters:
    ///   - lines: The lines that have not been listed yet, in order.
    ///   - advance: Called after each line with the number of finished lines.
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
                    try journal.record(sent.line, as: product)
                    try await didList(product, sent.line.password ?? password)
                    outcome.listed += 1
                    if let refusal = sent.stateRefusal {
                        let sentence = "The product is listed as open. \(refusal.sentence)"
                        outcome.stateProblems.append(ImportProblem(line: sent.line.line, sentence: sentence))
                    }
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
        /// Why a listed product didn't get its state, or nil if it did.
        var stateRefusal: MarketClientError?
    }

    private func send(_ line: ImportLine) async -> Sent {
        var listing = line.listing
        if line.password == nil { listing.secret = password }
        let deadline = ContinuousClock.now + Self.longestWait
        while true {
            do throws(MarketClientError) {
                let product = try await client.list(listing, key: journal.key(of: line))
                return await setState(of: product.id, line, secret: listing.secret)
            } catch {
                // The server is still processing the request of an interrupted run.
                let isWorthWaiting = error.refusal?.code == .requestInFlight && ContinuousClock.now < deadline
                guard isWorthWaiting, (try? await Task.sleep(for: .seconds(1))) != nil else {
                    return Sent(line: line, result: .failure(error))
                }
            }
        }
    }

    /// Changes the state of a listed product. If the market doesn't answer, the line isn't finished: the next run sends
    /// it again with the same key, which lists nothing twice.
    private func setState(of id: Product.ID, _ line: ImportLine, secret: String) async -> Sent {
        guard let state = line.state else { return Sent(line: line, result: .success(id)) }
        do throws(MarketClientError) {
            _ = try await client.changeState(of: id, to: state, by: .secret(secret))
            return Sent(line: line, result: .success(id))
        } catch {
            guard !error.concernsAll else { return Sent(line: line, result: .failure(error)) }
            return Sent(line: line, result: .success(id), stateRefusal: error)
        }
    }
}

extension MarketClientError {
    /// Whether the other lines would fail with the same error.
    fileprivate var concernsAll: Bool {
        switch self {
        // A line whose response was lost is sent again by the next run with the same key.
        case .cancelled, .unreachable, .unreadableResponse, .outcomeUnknown: true
        case .unusableFile: false
        case .refused(let refusal):
            switch refusal.code {
            case .registrationClosed, .vendorBlocked, .missingIdentifier, .storageFull, .unavailable, .outcomeUnknown,
                .busy, .requestInFlight, .tooManyAttempts:
                true
            case .invalidRequest, .invalidFields, .unusableImage, .crossSite, .wrongSecret, .invalidKey, .invalidRight,
                .invalidToken, .notFound, .deleted, .methodNotAllowed, .versionConflict, .stateConflict,
                .contactWithheld, .keyReused, .bodyTooLarge, .timeout, .internalError:
                false
            case nil: refusal.status == 429
            }
        }
    }

    fileprivate var importSentence: String {
        // The server knows the line's key for a listing with different content.
        guard refusal?.status == 422 else { return sentence }
        return "An earlier run was cut off while sending this product with another password or picture. "
            + "Run it again with the password used then."
    }
}
