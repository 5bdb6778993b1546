/// The sentences that scripts show, by the name that scripts call them.
public enum ScriptWord: String, CaseIterable, Sendable {
    // Every page
    case failed, offline
    // Lists
    case refreshed, pullToRefresh, releaseToRefresh, recentSearches, removeSearch, clearSearches
    // A product
    case close, contactFailed, copied, noConnection, okay, retry
    // The forms
    case cancel, uploadFailed, noAnswer, stillWaiting, saveFailed, showListing, showPassword
    case tooManyPictures, pictureAdded, pictureRemoved, pictureMoved, removePicture, movePicture
    case notAPicture, pictureDamaged, pictureTooHeavy, pictureTooLarge

    private static let everywhere: [ScriptWord] = [.failed, .offline]
    public static let list =
        everywhere + [
            .refreshed, .pullToRefresh, .releaseToRefresh, .recentSearches, .removeSearch, .clearSearches,
        ]
    public static let product =
        everywhere + [
            .cancel, .close, .contactFailed, .copied, .noConnection, .okay, .retry, .showPassword,
        ]
    public static let form =
        everywhere + [
            .cancel, .uploadFailed, .noAnswer, .stillWaiting, .saveFailed, .showListing, .showPassword,
            .tooManyPictures, .pictureAdded, .pictureRemoved, .pictureMoved, .removePicture, .movePicture, .notAPicture,
            .pictureDamaged, .pictureTooHeavy, .pictureTooLarge,
        ]
    /// Pages that only say something or ask for the password.
    public static let message = everywhere
    /// The page that asks for the password.
    public static let password = everywhere + [.showPassword]
}
