public import Foundation
public import MarketClient
public import MarketModels
import MarketTexts
public import Observation

/// The address of the market while it is changed. It is taken only when a market answers there.
@Observable
@MainActor
public final class AddressModel {
    /// What has become of the address.
    public enum State: Hashable, Sendable {
        /// It is being typed.
        case typing
        /// The server there is being asked.
        case checking
        /// The market that answers at the address, with its version.
        case found(URL, version: String)
        /// No market answered, with the reason as a sentence.
        case failed(String)
    }

    /// What has become of the address.
    public private(set) var state = State.typing
    /// What is typed. When it changes, the state is ``State/typing`` again.
    public var text: String {
        didSet { if text != oldValue { state = .typing } }
    }

    private let language: Language
    private let transport: any HTTPTransport

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - address: The address in use; nil if there is none.
    ///   - transport: The transport that asks the server.
    public init(_ address: URL?, language: Language, transport: any HTTPTransport = URLSessionTransport()) {
        text = address.map(MarketAddress.text) ?? ""
        self.language = language
        self.transport = transport
    }

    /// Asks the server at the address for its health. Does nothing while it is being asked, and the response counts only if
    /// the address is still the same.
    public func check() async {
        guard state != .checking else { return }
        let app = AppTexts(language: language)
        let url: URL
        do throws(MarketAddress.Problem) {
            url = try MarketAddress.url(text)
        } catch {
            state = .failed(app[error == .insecure ? .addressInsecure : .addressInvalid])
            return
        }
        state = .checking
        let asked = text
        let client = MarketAPIClient(MarketAPIClient.Configuration(baseURL: url, transport: transport))
        let result: State
        do throws(MarketClientError) {
            let health = try await client.health()
            result = health.isHealthy ? .found(url, version: health.version) : .failed(app[.marketUnavailable])
        } catch {
            result = .failed(sentence(for: error))
        }
        // An answer about an address that was changed meanwhile says nothing.
        if text == asked { state = result }
    }

    private func sentence(for error: MarketClientError) -> String {
        switch error.refusal?.status {
        case nil: ProblemTexts(language: language).sentence(for: error)
        case .some(500...): AppTexts(language: language)[.marketUnavailable]
        // Some other server answers there.
        default: AppTexts(language: language)[.noMarket]
        }
    }
}
