import MarketModels
import MarketTexts

/// The words of a picture's cell.
struct PictureCellTexts {
    let label: String
    /// The mark of the first picture, which represents the product in lists; nil for the others.
    let badge: String?
    let remove: String
    /// The name of the action that cuts a square out of the picture; nil if it isn't on this device.
    let crop: String?
    /// The name of the action that moves the picture one place to the front; nil for the first.
    let moveForward: String?
    /// The name of the action that moves the picture one place back; nil for the last.
    let moveBack: String?

    /// What is wrong with the picture; nil if nothing is.
    let problem: String?

    /// - Parameters:
    ///   - number: the place of the picture, from 1.
    ///   - canCrop: whether a square can be cut out of it.
    init(number: Int, of count: Int, problem: String?, canCrop: Bool, _ web: WebTexts) {
        let app = AppTexts(language: web.language)
        badge = number == 1 ? web[.thumbnailBadge] : nil
        self.problem = problem
        let said = [web.label(of: .images), app.position(number, of: count), badge, problem]
        label = said.compactMap(\.self).joined(separator: ", ")
        remove = web.removeImage(number)
        crop = canCrop ? web.sentence(.cropImage).replacing("{n}", with: "\(number)") : nil
        moveForward = number > 1 ? app[.movePictureForward] : nil
        moveBack = number < count ? app[.movePictureBack] : nil
    }
}
