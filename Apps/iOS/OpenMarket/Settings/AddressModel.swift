import Foundation
import MarketClient
import MarketTexts
import MarketViewModels
import Observation

/// The address of the market while it is changed. It is taken only when a market answers there.
@Observable
@MainActor
final class AddressModel {
    enum State: Hashable {
        case typing
        case checking
        /// The market that answers at the address, with its version.
        case found(URL, version: String)
        case failed(String)
    }

    private(set) var state = State.typing
    var text: String {
        didSet { if text != oldValue { state = .typing } }
    }

    private let language: Language
    private let transport: any HTTPTransport

    /// - Parameter address: the address of before; nil if there is none.
    init(_ address: URL?, language: Language, transport: any HTTPTransport = URLSessionTransport()) {
        text = address?.absoluteString ?? ""
        self.language = language
        self.transport = transport
    }

    /// Asks the server at the address for its health.
    func check() async {
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
            result = health.isWell ? .found(url, version: health.version) : .failed(app[.marketUnwell])
        } catch {
            result = .failed(sentence(for: error))
        }
        // An answer about an address that was changed meanwhile says nothing.
        if text == asked { state = result }
    }

    private func sentence(for error: MarketClientError) -> String {
        switch error.refusal?.status {
        case nil: ProblemTexts(language: language).sentence(for: error)
        case .some(500...): AppTexts(language: language)[.marketUnwell]
        // Some other server answers there.
        default: AppTexts(language: language)[.noMarket]
        }
    }
}
