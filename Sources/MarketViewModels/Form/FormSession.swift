import MarketAPI
public import MarketClient
import MarketModels
import MarketTexts
public import Observation

/// What a form keeps besides its contents: the messages next to its fields, the request in flight, and its drafts.
///
/// Only the models of this module make one and use what is in it.
@Observable
@MainActor
public final class FormSession<Draft: Sendable> {
    let language: Language
    /// The drafts; nil to keep the form only in memory.
    let drafts: DraftSession<Draft>?
    var messages = FieldMessages()
    /// The number of images that were left out the last time that some were added.
    var leftOutCount = 0
    /// The number of chosen images that are still being loaded.
    var pendingImageCount = 0 {
        didSet {
            guard pendingImageCount == 0 else { return }
            for caller in waitingForImages { caller.resume() }
            waitingForImages = []
        }
    }
    @ObservationIgnored private var waitingForImages: [CheckedContinuation<Void, Never>] = []
    @ObservationIgnored let call = LatestTask()
    @ObservationIgnored var suspension = Suspension.none
    @ObservationIgnored private var sendingCount = 0

    init(language: Language, drafts: DraftSession<Draft>?) {
        self.language = language
        self.drafts = drafts
    }

    /// Sends the form, and again if the connection was cut off while the app wasn't in the foreground.
    ///
    /// - Parameter attempt: Sends the form once, and returns why that failed; nil if it didn't.
    func send(_ attempt: () async -> FormFailure?) async {
        var failure = await attempt()
        while suspension.sendsAgain(after: failure) { failure = await attempt() }
    }

    /// Returns when all chosen images are loaded, or couldn't be.
    func imagesAreLoaded() async {
        guard pendingImageCount > 0 else { return }
        await withCheckedContinuation { waitingForImages.append($0) }
    }

    /// Begins to show the progress of a request, and ends that of earlier ones.
    ///
    /// - Parameter show: Called with the fraction sent, 0 to 1.
    func beginProgress(_ show: @escaping @MainActor (Double) -> Void) -> ProgressRelay {
        sendingCount += 1
        let mine = sendingCount
        return ProgressRelay { [weak self] fraction in
            guard let self, mine == sendingCount else { return }
            show(fraction)
        }
    }

    /// Forgets what was said about the contents, because others have replaced them.
    func clearMessages() {
        leftOutCount = 0
        messages = FieldMessages()
    }
}

/// The reasons why a form was not sent successfully.
public enum FormFailure: Hashable, Sendable {
    /// A value is missing or invalid. The message is shown next to its field; nothing was sent.
    case incomplete
    /// The request failed.
    case failed(MarketClientError)

    /// Returns the message about the whole form. Why the market couldn't use an image is said at that image.
    func sentence(for action: UserAction, _ language: Language) -> String {
        guard case .failed(let error) = self, error.refusal?.fields.contains(where: { $0.index != nil }) != true else {
            return InterfaceTexts(language: language)[.problemsTitle]
        }
        return ProblemTexts(language: language).sentence(for: error, action)
    }
}
