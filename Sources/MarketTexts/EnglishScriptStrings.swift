import MarketModels

extension English {
    private var wayOut: String { "Make a smaller copy of it, for example as a JPEG, and choose that." }

    func text(for string: ScriptString) -> String {
        switch string {
        case .offline: "You’re offline. You can still open what you’ve already seen."
        case .unreachable: "The market can’t be reached right now. You can still open what you’ve already seen."
        case .olderPage: "Slow connection. This is the page as you last saw it."
        case .newerPage: "This page has changed since then."
        case .failed: "That didn’t work. Try again in a moment."
        case .unanswered: "The market didn’t respond. Check whether it was done before you try again."
        case .cancel: "Cancel"
        case .okay: "OK"
        case .close: "Close"
        case .retry: "Try again"
        case .reload: "Reload the page"
        case .refreshed: "The list is up to date."
        case .pullToRefresh: "Pull to refresh"
        case .releaseToRefresh: "Release to refresh"
        case .searchFailed: "Couldn’t search. The list below is the one from before."
        case .recentSearches: "Recent searches"
        case .removeSearch: "Remove “{words}”"
        case .clearSearches: "Clear all"
        case .contactFailed: "Couldn’t load the contact details. Try again in a moment."
        case .linkCopied: "Link copied."
        case .favorite: "Favorite: {name}"
        case .notKept: "This browser doesn’t let this site save anything, so it can’t save favorites."
        case .noConnection: "Couldn’t connect. Check your connection and try again."
        case .draftNotKept: "This browser can’t save an unfinished listing. Publish it before you leave."
        case .draftRemoved: "This device keeps {n} unfinished listings. The oldest was removed: {name}"
        case .unnamed: "No name yet"
        case .uploadFailed:
            "Couldn’t send it. Everything you entered is still here. Check your connection and try again."
        case .tooManyImages: "You can add up to {n} pictures. The rest were left out."
        case .imageAdded: "Picture {n} added."
        case .imageRemoved: "Picture {n} removed."
        case .imageMoved: "Picture moved to position {n} of {total}."
        case .removeImage: "Remove picture {n}"
        case .moveImage: "Move picture {n}"
        case .cropImage: "Crop picture {n}"
        case .imageCropped: "Picture {n} changed."
        case .cropPlace: "{left} percent from the left, {top} percent from the top, {size} percent in size"
        case .notAnImage: "“{name}” can’t be opened as a picture. Choose a JPEG, PNG, GIF, WebP, or HEIC."
        case .imageDamaged: "“{name}” is damaged. Choose another picture."
        case .imageTooHeavy:
            "“{name}” is larger than \(ImageLimits.maximumByteCount / 1_000_000) MB, and this browser can’t make it smaller. \(wayOut)"
        case .imageTooLarge:
            "“{name}” has more than \(ImageLimits.maximumPixelCount / 1_000_000) megapixels, and this browser can’t make it smaller. \(wayOut)"
        case .imageUnreadable: "“{name}” couldn’t be read: it was changed, moved, or deleted. Choose it again."
        case .noResponse: "The market didn’t respond. Everything you entered is still here. Try again."
        case .saveFailed:
            "The market isn’t responding right now. Everything you entered is still here. Try again in a moment."
        case .stillWaiting: "Still waiting for a response. You can cancel and try again. Nothing is saved twice."
        case .showListing: "View the listing"
        case .showPassword: "Show"
        }
    }
}
