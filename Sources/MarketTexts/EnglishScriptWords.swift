import MarketModels

struct EnglishScriptWords: Sendable {
    func say(_ word: ScriptWord) -> String {
        switch word {
        case .offline: "You’re offline. You can still open what you’ve already seen."
        case .failed: "That didn’t work. Try again in a moment."
        case .cancel: "Cancel"
        case .okay: "OK"
        case .close: "Close"
        case .retry: "Try again"
        case .refreshed: "The list is up to date."
        case .pullToRefresh: "Pull to refresh"
        case .releaseToRefresh: "Release to refresh"
        case .recentSearches: "Recent searches"
        case .removeSearch: "Remove “{words}”"
        case .clearSearches: "Clear all"
        case .contactFailed: "Couldn’t load the contact details. Try again in a moment."
        case .copied: "Copied."
        case .noConnection: "Couldn’t connect. Check your connection and try again."
        case .uploadFailed:
            "Couldn’t send it. Everything you entered is still here. Check your connection and try again."
        case .tooManyPictures: "You can add up to {n} pictures. The rest were left out."
        case .pictureAdded: "Picture {n} added."
        case .pictureRemoved: "Picture {n} removed."
        case .pictureMoved: "Picture moved to position {n} of {total}."
        case .removePicture: "Remove picture {n}"
        case .movePicture: "Move picture {n}"
        case .notAPicture: "“{name}” can’t be opened as a picture. Choose a JPEG, PNG, GIF, WebP, or HEIC."
        case .pictureDamaged: "“{name}” is damaged. Choose another picture."
        case .pictureTooHeavy:
            "“{name}” is larger than \(ImageLimits.maximumByteCount / 1_000_000) MB. Choose a smaller picture."
        case .pictureTooLarge:
            "“{name}” has more than \(ImageLimits.maximumPixelCount / 1_000_000) megapixels. Choose a smaller picture."
        case .noAnswer: "There was no answer. Everything you entered is still here. Try again."
        case .saveFailed:
            "The market isn’t answering right now. Everything you entered is still here. Try again in a moment."
        case .stillWaiting: "Still waiting for an answer. You can cancel and try again. Nothing is saved twice."
        case .showListing: "View the listing"
        case .showPassword: "Show"
        }
    }
}
