import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels
import Testing

/// Against the real server in process.
struct AddressModelTests {
    private static let texts = AppTexts(language: .english)

    /// Types an address, and asks for it.
    @MainActor private static func check(_ typed: String, over transport: any HTTPTransport) async -> AddressModel.State
    {
        let model = AddressModel(nil, language: .english, transport: transport)
        model.text = typed
        #expect(model.state == .typing)
        await model.check()
        return model.state
    }

    @Test func marketThatAnswersIsFound() async throws {
        try await withRealMarket { _, transport in
            let state = await Self.check("Market.Example", over: transport)
            guard case .found(Samples.market, let version) = state else {
                Issue.record("\(state)")
                return
            }
            #expect(!version.isEmpty)
        }
    }

    @Test func serverThatIsNoMarketIsSaid() async throws {
        try await withRealMarket { market, transport in
            let state = await Self.check("market.example/uploads", over: transport)
            #expect(state == .failed(Self.texts[.noMarket]))
        }
    }

    @Test func whatCanNotBeAnAddressAsksNobody() async {
        let nobody = AnsweringTransport { _ throws(TransportError) in
            Issue.record("asked")
            throw .notConnected(detail: "")
        }
        #expect(await Self.check("not an address", over: nobody) == .failed(Self.texts[.addressInvalid]))
        #expect(await Self.check("http://market.example", over: nobody) == .failed(Self.texts[.addressInsecure]))
    }

    @Test @MainActor func marketThatCanNotBeReachedIsSaidAndTypingBeginsAnew() async {
        let offline = AnsweringTransport { _ throws(TransportError) in throw .notConnected(detail: "") }
        let model = AddressModel(Samples.market, language: .english, transport: offline)
        await model.check()
        #expect(model.state == .failed(ProblemTexts(language: .english).sentence(for: Samples.offline)))
        model.text += "/shop"
        #expect(model.state == .typing)
    }

    @Test @MainActor func answerAboutAnAddressThatWasChangedMeanwhileSaysNothing() async throws {
        let (asked, isAsked) = AsyncStream<Void>.makeStream()
        let (changed, isChanged) = AsyncStream<Void>.makeStream()
        let transport = AnsweringTransport { _ throws(TransportError) in
            isAsked.finish()
            for await _ in changed {}
            throw .notConnected(detail: "")
        }
        let model = AddressModel(Samples.market, language: .english, transport: transport)
        let checking = Task { await model.check() }
        for await _ in asked {}
        #expect(model.state == .checking)
        model.text = "https://other.example"
        isChanged.finish()
        await checking.value
        #expect(model.state == .typing)
    }
}

/// Answers requests as a test says.
private struct AnsweringTransport: HTTPTransport {
    let answer: @Sendable (ClientRequest) async throws(TransportError) -> ClientResponse

    func send(
        _ request: ClientRequest,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(TransportError) -> ClientResponse {
        try await answer(request)
    }
}
