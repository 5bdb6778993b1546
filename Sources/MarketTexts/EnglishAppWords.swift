struct EnglishAppWords: AppWords {
    func say(_ word: AppWord) -> String {
        switch word {
        case .cancelled: "It was stopped. Try again whenever you like."
        case .notConnected: "The market can’t be reached. Check your connection and try again."
        case .notTrusted: "The connection to the market isn’t safe, so nothing was sent. Try another network."
        case .timedOut: "The market didn’t answer in time. Try again in a moment."
        case .connectionLost: "The connection broke off. Check it and try again."
        case .answerTooLarge: "The market sent more than this app takes. Ask for less, or update the app."
        case .noMarket: "What answered isn’t a market. Check the market’s address."
        case .unusableFile: "A picture can’t be read any more, or this device is full. Choose the picture again."
        case .faultyRequest: "The market can’t make sense of what this app asks. Update the app and try again."
        case .listingOutcomeUnknown:
            "No answer came, so it may be listed already. Try again: it will be listed only once."
        case .editOutcomeUnknown:
            "No answer came, so it may be saved already. Save again: what is there is looked at first."
        case .deletionOutcomeUnknown: "No answer came, so it may be gone already. Try again to be sure."
        case .listedAlready:
            "An earlier try did arrive: it is listed as it was written then. Look at it before you list this one as well."
        case .secretNotKept: "It is listed, but its password couldn’t be kept on this device. Write it down."
        case .refreshFailed: "The list couldn’t be brought up to date. You still see what was there before."
        case .passwordMissing: "Enter the password it was listed with."
        case .sending: "Sending…"
        case .checking: "Checking the password…"
        case .lookingAgain: "Looking whether it was saved…"
        case .unsavedChanges: "Your changes aren’t saved. Leave without saving them?"
        case .keepEditing: "Keep editing"
        case .leaveAnyway: "Leave"
        case .keepMine: "Keep my changes"
        case .takeTheirs: "Take what is there now"
        case .contactUnknown: "The contact couldn’t be loaded. Leave this empty to keep it as it is."
        }
    }

    func total(_ count: Int, _ grouped: String) -> String { grouped == "1" ? "1 product" : "\(grouped) products" }
    func before(_ price: String) -> String { "was \(price)" }
    func picturesLeftOut(_ count: Int, _ maximum: Int) -> String {
        "At most \(maximum) pictures: \(count) \(count == 1 ? "was" : "were") left out."
    }
    func pictures(_ count: Int) -> String { count == 1 ? "1 picture" : "\(count) pictures" }
    func sent(percent: Int) -> String { "\(percent)% sent" }
}
