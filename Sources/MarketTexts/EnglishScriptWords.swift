struct EnglishScriptWords: Sendable {
    func say(_ word: ScriptWord) -> String {
        switch word {
        case .offline: "You’re offline. What you’ve already seen can still be opened."
        case .failed: "That didn’t work. Try again in a moment."
        case .cancel: "Cancel"
        case .okay: "OK"
        case .close: "Close"
        case .retry: "Try again"
        case .refreshed: "The list is up to date."
        case .pullToRefresh: "Pull to refresh"
        case .releaseToRefresh: "Let go to refresh"
        case .recentSearches: "Recent searches"
        case .removeSearch: "Remove “{words}”"
        case .clearSearches: "Clear all"
        case .contactNone: "The seller left no contact."
        case .contactFailed: "The contact couldn’t be loaded. Try again in a moment."
        case .uploadFailed:
            "It couldn’t be sent. Everything you typed is still here: check your connection and try again."
        case .tooManyPictures: "At most {n} pictures. The others were left out."
        case .pictureAdded: "Picture {n} added."
        case .pictureRemoved: "Picture {n} removed."
        case .pictureMoved: "Picture is now number {n} of {total}."
        case .removePicture: "Remove picture {n}"
        case .movePicture: "Move picture {n}"
        case .cropPicture: "Crop picture {n} to a square"
        case .thumbnailBadge: "First"
        case .missing: "Please fill this in."
        case .tooLong: "At most {n} characters."
        case .notANumber: "Please enter a number."
        case .discountAbovePrice: "The discount must not be above the price."
        }
    }
}
