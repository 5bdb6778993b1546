/// The sentences that scripts show, by the name that scripts call them.
public enum ScriptWord: String, CaseIterable, Sendable {
    // Every page
    case offline, online, failed, cancel, done, okay, close
    // Lists
    case loading, loadFailed, retry, endOfList, refreshed, pullToRefresh, releaseToRefresh
    case listView, gridView, productCount
    // A product
    case position, contactNone, contactFailed, copied
    // The forms
    case preparing, uploading, uploadFailed, tooManyPictures, unusablePicture, leave
    case pictureAdded, pictureRemoved, pictureMoved, removePicture, movePicture, moveHint, cropPicture, cropped
    case thumbnailBadge, draftRestored, missing, tooLong, notANumber, discountAbovePrice, unchanged
    case listing, saving, pictureNumber
    // Asking for the password
    case wrongPassword, checking, deleting, passwordMissing

    /// Those that every page has.
    static let everywhere: [ScriptWord] = [.offline, .online, .failed, .cancel, .done, .okay, .close, .retry]
    public static let list =
        everywhere + [
            .loading, .loadFailed, .endOfList, .refreshed, .pullToRefresh, .releaseToRefresh, .listView, .gridView,
            .productCount,
        ]
    public static let product =
        everywhere + [
            .position, .contactNone, .contactFailed, .copied, .wrongPassword, .checking, .deleting, .passwordMissing,
        ]
    public static let form =
        everywhere + [
            .preparing, .uploading, .uploadFailed, .tooManyPictures, .unusablePicture, .leave, .pictureAdded,
            .pictureRemoved, .pictureMoved, .removePicture, .movePicture, .moveHint, .cropPicture, .cropped,
            .thumbnailBadge, .draftRestored, .missing, .tooLong, .notANumber, .discountAbovePrice, .unchanged,
            .listing, .saving, .pictureNumber,
        ]
    public static let password = everywhere + [.wrongPassword, .checking, .deleting, .passwordMissing]
    public static let message = everywhere
}
